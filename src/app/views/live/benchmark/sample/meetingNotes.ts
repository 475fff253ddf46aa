/** Invented notes of a meeting: decisions, disagreement and things that were put off. */
export const meetingNotes = `Notes of the committee, second Tuesday in October
Present: Agnes (chair), Bartek, Colm, Dilys, Imre, Oriel (notes). Excused: Ruth, who is still in hospital and sends greetings.

1. The autumn count
Dilys and two students counted the drawers over three evenings. There are 1,312 lots, 57 fewer than last year. Most of what is missing was never there: packets had been filed twice after the move. Nineteen lots are truly gone, all of them onions, which keep badly. Dilys proposes to sow onions every year instead of every third. Nobody was against it. Colm offers the strip behind the chapel for this.

2. The cold room
Imre reported two alarms in September. The first was a crate in the doorway. The second was the fan, which had iced up because the seal of the door has gone hard. A new seal costs 84 pounds and will be fitted by Holt and Daughter before Christmas. Bartek asked whether we should not buy a second unit. Agnes said that the roof comes first. It was agreed to talk about it again when the grant is decided.

3. The grant
The county wants to see how many people come, not how many packets go out. Oriel has kept a tally at the desk since June: on an average Saturday 46 people, on a Wednesday 11. The application goes in on the thirtieth. Dilys will write the part on schools, Oriel the rest. We ask for 6,500 pounds, of which 4,000 are for the roof. If we get nothing, the reading room stays closed in January and February to save heating.

4. Opening hours
There was a long discussion. Colm would like to open on Sundays, since people who work cannot come on a Wednesday. Agnes reminded everybody that the key to the yard belongs to the chapel and that we promised to keep Sundays quiet. Bartek suggested Thursday evenings from six to nine as a trial until Easter, with two people on duty. Carried with one vote against, Colm's, who thinks that it will be empty.

5. The Kessler beans
A family from Lower Marlow brought a jar of climbing beans which their grandmother carried over the border in a hem in 1946. Forty-three seeds are left, of which Imre's test suggests that two thirds are alive. Agnes and Ruth had been named as stewards, but Ruth cannot grow anything next year. Bartek will take her half to his sister in Ansty. Nobody else gets any until there are enough.

6. Mice
There are mice behind the drying racks. Poison is out of the question. Colm sets live traps and carries what he catches beyond the mill. Oriel notes that he has caught the same mouse at least twice, as it has half a tail. Tins instead of paper bags for anything that waits overnight, from now on.

7. Put off
The new labels (Imre is waiting for a sample of the paper), the swap with the library in Penwith (no answer yet), and the question whether members may bring dogs.

Next meeting: second Tuesday in November, at Dilys's house because of the heating. Agnes brings the soup.
`;
