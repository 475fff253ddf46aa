/** An invented runbook: alarms, steps, thresholds and a table of contacts. */
export const chamberRunbook = `# Runbook: germination chamber and cold room

Keep a printed copy on the hook by the door. Times are local. If a step does not work, go on to the next one and write down what you saw.

## What is normal

The cold room holds 4 degrees and 30 percent humidity. The chamber runs at 22 degrees by day and 16 by night, with lights from 06:00 to 20:00. The controller logs every two minutes. A reading that jumps for one minute and comes back is a door, not a fault.

## Alarm A: cold room too warm

The alarm sounds when the cold room has been above 7 degrees for twenty minutes.

1. Look at the door. A box on the sill has caused more of these alarms than everything else together.
2. Listen to the compressor. If it hums and the fan stands still, the fan is iced: switch the unit off at the grey switch, wait forty minutes, switch it on again.
3. If the compressor is silent, check breaker 6 in the hall cupboard. Reset it once. If it trips again, leave it and call the electrician.
4. Above 12 degrees, move the heritage jars, which stand on the top shelf, into the two picnic boxes with the frozen packs from the kitchen. The ordinary lots can stand a warm night.

Do not open the room to see how it is doing. Every look costs about a degree.

## Alarm B: chamber too wet

The mat floods when the drain hose is kinked behind the left rack. Straighten it, empty the tray with the hand pump, and dry the floor before anyone plugs anything in. Trays that stood in water for more than six hours are lost: note their numbers in the sowing book and sow again.

Do not raise the heating in order to dry the chamber. That was tried in May, and a whole series of celery did not come up.

## Alarm C: controller offline

The page says "no contact" when the controller has not written for ten minutes. The chamber goes on with its last settings, so nothing is urgent.

Restart the controller by holding the round button for eight seconds, until the lamp turns amber. After a restart the clock begins at midnight: set it, otherwise the lights come on at the wrong time. The settings themselves survive, because they are kept on the small card and not in the controller.

If the lamp stays red, the card has failed. A spare with last month's settings is taped under the shelf. Copies of the log are made every Sunday at 03:30 and kept for ninety days on the office machine.

## Power cut

The chamber has no backup, and a dark day does no harm. The cold room keeps below 7 degrees for about five hours if it stays shut. After that, treat it as alarm A, step 4.

When power returns, wait ten minutes before switching on the compressor, or it will stall.

## After any alarm

Silence the horn, write into the log book, and tell the duty steward the same day. A test sowing of twenty seeds is made from every lot that was above 12 degrees; a lot that germinates below 60 percent is put up for regrowing in the next season.

## Who to call

| Role | Name | When |
| --- | --- | --- |
| Duty steward | see the rota | always first |
| Electrician | Maud Ferrier | breaker trips twice |
| Refrigeration | Holt and Daughter | fan iced twice in a week |
| Controller | Imre Vasko | lamp red, or a card failed |
`;
