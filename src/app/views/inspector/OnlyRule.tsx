import { Button } from '../../components/Button';
import { Notice } from '../../components/Notice';

/** The rule behind the zones, in one sentence. */
export function OnlyRule({
  lanes,
  zones,
  hasQuestion,
  k,
  kind,
  hasText,
  onClear,
}: {
  lanes: number;
  zones: number;
  hasQuestion: boolean;
  k: number;
  kind: string;
  hasText: boolean;
  onClear: () => void;
}) {
  const all = <Button onClick={onClear}>Show the whole document</Button>;
  if (lanes < 2)
    return (
      <Notice action={all}>
        With one lane there is nothing to disagree with: show a second one in the table of lanes.
      </Notice>
    );
  const places = hasQuestion
    ? `the gold span of the question, and every context returned for it at ranks 1 to ${k},`
    : 'each gold span';
  return (
    <Notice action={all}>
      Shown: around {places} the {kind} that touch it, wherever these are not the same in every lane; edges
      with {hasText ? 'only white space' : 'at most two code units'} between them count as one.{' '}
      {zones === 0 ? 'Here the lanes agree everywhere that it matters.' : ''}
    </Notice>
  );
}
