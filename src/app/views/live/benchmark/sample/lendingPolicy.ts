/** An invented policy whose rules are followed by their exceptions. */
export const lendingPolicy = `# Seed lending policy of the Marlow Quay Seed Library

Adopted by the members in March, in force until it is replaced.

## 1. Who may borrow

Any member aged sixteen or over may borrow. Younger people borrow through a household card, which one adult signs for. A school counts as one member, however many classes it has, and its card is held by the teacher who signed the form.

Visitors from other seed libraries may look through the drawers, but they do not take packets home. An exchange between libraries is arranged by the registrar and not at the desk.

## 2. How much

A member takes up to eight packets in a calendar month. Packets that are marked with a blue corner count double, because we have few of them. What was not taken in one month is not carried over to the next.

Exception: in the two weeks after the spring fair the limit is lifted for beans and peas, of which there is always too much. It is not lifted for anything else, and blue corners still count double.

## 3. How long, and what comes back

Seed is not returned in the sense in which a book is. A borrower grows the plant, lets some of it ripen, and brings back at least as much seed as was taken, within fourteen months. Biennials such as leek, parsnip and most cabbages get twenty-six months, since they flower only in their second year.

A crop that failed is no offence. The borrower fills in a failure card, which asks for the date of sowing, the weather and what went wrong, and the loan is closed. We learn more from these cards than from the harvests.

Squash, maize and beetroot must be grown at least four hundred metres from others of their kind, or be bagged by hand. Seed of these three that was neither isolated nor bagged is accepted for eating and for hens, never for the drawers.

## 4. Heritage lots

Forty-one lots are held as heritage. They were given to us by families who had nobody else to leave them to, and most exist nowhere else. A heritage lot is lent only to a grower who has returned three ordinary loans, and never more than a third of what the jar holds.

The registrar may refuse a heritage loan without giving a reason. The refusal is written into the ledger with its date, so that the committee can see how often it happens. A grower who was refused may ask again after one full season.

Exception: when fewer than two hundred seeds of a heritage lot are left, nobody borrows it. It goes to the two stewards named on the jar, who multiply it in separate villages.

## 5. Fees, and what happens when nothing comes back

Borrowing is free. A replacement card costs three pounds. There are no fines: they kept away the very people who had lost a crop.

Whoever brings back nothing and sends no failure card gets one letter in the fifteenth month. After two loans of this kind the card rests for a year, and the household may still use the reading room and the drying racks. The committee can shorten the rest; it has done so once, after a flood.

## 6. Health of the seed

Every returned packet waits three weeks in the quarantine cupboard. Tomato, pepper and lettuce are tested for mosaic virus before they are filed. A packet that fails the test is burnt in the yard stove the same day, and all growers who borrowed from that lot are told by telephone, not by post.

Treated or coated seed is not accepted at all, nor is anything bought less than a year ago: the library is no place to pass on a shop's surplus.
`;
