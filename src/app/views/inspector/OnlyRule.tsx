import { Button } from '../../components/Button';
import { Notice } from '../../components/Notice';

/** The rule behind the zones, in one sentence. */
export function OnlyRule({
  lanes,
  zones,
  hasQuestion,
  k,
  kind,
  onClear,
}: {
  lanes: number;
  zones: number;
  hasQuestion: boolean;
  k: number;
  kind: string;
  onClear: () => void;
}) {
  const all = <Button onClick={onClear}>Show the whole document</Button>;
  if (lanes < 2)
    return (
      <Notice action={all}>
        With one lane there is nothing to disagree with: show a second one in the table of lanes.
      </Notice>
    );
  const gold = hasQuestion ? 'the gold of the question' : 'a gold span';
  const hit = hasQuestion
    ? `, and the contexts returned at ranks 1 to ${k} where one lane hits the question and another misses it`
    : '';
  return (
    <Notice action={all}>
      Shown: the {kind} around {gold} that one lane holds whole and another cuts or loses{hit}.{' '}
      {zones === 0 ? 'Here the lanes agree everywhere that it matters.' : ''}
    </Notice>
  );
}
