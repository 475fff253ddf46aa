import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../components/Button';
import { Select } from '../../../components/Choice';
import { downloadFile, safeFileName } from '../../../components/download';
import { Notice } from '../../../components/Notice';
import { reviewLabels, reviewStages } from '../../../data/reviewStages';
import type { ReviewLine } from '../../../data/reviewStorage';
import {
  addReview,
  clearReviews,
  judgeReview,
  openSheet,
  removeReview,
  sheetKey,
  useReviewSheets,
} from '../../../state/reviewSheets';
import type { OpenExperiment } from '../../openExperiment';
import { reviewCsv, reviewMarkdown, reviewTsv, verdictOf, type ReviewPrefill } from './reviewModel';
import styles from './Review.module.css';

const none: readonly ReviewLine[] = [];

/** The sheet of an artifact, read from this device when it is first looked at. */
function useSheet({ entry }: OpenExperiment): { key: string; lines: readonly ReviewLine[] } {
  const key = sheetKey(entry);
  useEffect(() => void openSheet(key), [key]);
  const lines = useReviewSheets(({ sheets }) => sheets[key]) ?? none;
  return { key, lines };
}

interface ReviewButtonProps {
  experiment: OpenExperiment;
  id: string;
  prefill: () => ReviewPrefill | Promise<ReviewPrefill>;
}

/** Puts the open miss into the review sheet, filled in from what is known of it. */
export function ReviewButton({ experiment, id, prefill }: ReviewButtonProps) {
  const { key } = useSheet(experiment);
  const [said, setSaid] = useState('');
  const add = async () => {
    try {
      await addReview(key, { id, ...(await prefill()) });
      setSaid('In the review sheet, below.');
    } catch (error) {
      setSaid(`It could not be filled in: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <span className="row gap-2">
      <Button onClick={() => void add()}>Add to the review sheet</Button>
      <span role="status" className="soft small">
        {said}
      </span>
    </span>
  );
}

/** Misses under review, one a line: what each stage held, where the reader says that it was lost, and notes. */
export function ReviewSheet({ experiment }: { experiment: OpenExperiment }) {
  const { key, lines } = useSheet(experiment);
  const problem = useReviewSheets((state) => state.problem);
  const heading = useId();
  const [said, setSaid] = useState('');
  if (lines.length === 0) return null;
  const copy = async (name: string, content: string) => {
    try {
      await navigator.clipboard.writeText(content);
      setSaid(`Copied as ${name}.`);
    } catch {
      setSaid('This browser does not let the page copy. Download the sheet instead.');
    }
  };
  return (
    <section className="stack gap-2" aria-labelledby={heading}>
      <div className="row end between">
        <h3 id={heading}>Review sheet: {lines.length}</h3>
        <div className="row gap-2 no-print">
          <Button onClick={() => void copy('a table', reviewTsv(lines))}>Copy as table</Button>
          <Button onClick={() => void copy('Markdown', reviewMarkdown(lines))}>Copy as Markdown</Button>
          <Button
            onClick={() =>
              downloadFile(safeFileName(`${experiment.entry.id}-review.csv`), 'text/csv', reviewCsv(lines))
            }
          >
            Download the sheet (CSV)
          </Button>
          <Button tone="quiet" onClick={() => void clearReviews(key)}>
            Clear the sheet
          </Button>
        </div>
      </div>
      <p className="soft small">
        Kept in this browser, for this artifact. In a line, <kbd>1</kbd> to <kbd>6</kbd> say at which stage
        the answer was lost, <kbd>0</kbd> takes that back, <kbd>n</kbd> opens the note, <kbd>↑</kbd> and{' '}
        <kbd>↓</kbd> move. <span role="status">{said}</span>
      </p>
      {problem ? <Notice>{problem}</Notice> : null}
      <div className="scroll-x" role="region" aria-label="Review sheet" tabIndex={0}>
        <table className={`small table ${styles.sheet}`}>
          <thead>
            <tr>
              <th scope="col">Question</th>
              {reviewStages.map((stage, place) => (
                <th key={stage} scope="col">
                  {place + 1} {reviewLabels[stage]}
                </th>
              ))}
              <th scope="col">Lost at</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, place) => (
              <Line key={`${line.id} ${line.setup}`} sheet={key} line={line} isFirst={place === 0} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Keys act on the line that has the focus, not on what is typed into its note. */
function Line({ sheet, line, isFirst }: { sheet: string; line: ReviewLine; isFirst: boolean }) {
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const row = event.currentTarget;
    if (event.key === 'Escape' && event.target !== row) return row.focus();
    if (event.target !== row || event.altKey || event.ctrlKey || event.metaKey) return;
    const verdict = verdictOf(event.key);
    const next =
      event.key === 'ArrowDown'
        ? row.nextElementSibling
        : event.key === 'ArrowUp'
          ? row.previousElementSibling
          : null;
    if (verdict !== undefined) void judgeReview(sheet, line, { verdict });
    else if (event.key === 'n') row.querySelector('textarea')?.focus();
    else if (next instanceof HTMLElement) next.focus();
    else return;
    event.preventDefault();
  };
  return (
    <tr tabIndex={isFirst ? 0 : -1} onKeyDown={onKeyDown}>
      <th scope="row">
        <span dir="auto">{line.question}</span>
        <span className="soft small"> {line.setup}</span>{' '}
        <Button
          tone="quiet"
          aria-label={`Remove ${line.id} from the sheet`}
          onClick={() => void removeReview(sheet, line)}
        >
          Remove
        </Button>
      </th>
      {reviewStages.map((stage) => (
        <td key={stage}>
          <div className={styles.held} dir="auto">
            {line.stages[stage]}
          </div>
        </td>
      ))}
      <td>
        <Select
          label="Lost at"
          value={line.verdict ?? ''}
          options={[
            { value: '', label: 'open' },
            ...reviewStages.map((stage) => ({ value: stage, label: reviewLabels[stage] })),
          ]}
          onChange={(chosen) =>
            void judgeReview(sheet, line, {
              verdict: reviewStages.find((stage) => stage === chosen) ?? null,
            })
          }
        />
      </td>
      <td>
        <textarea
          aria-label={`Note on ${line.id}`}
          rows={3}
          value={line.note}
          onChange={(event) => void judgeReview(sheet, line, { note: event.target.value })}
        />
      </td>
    </tr>
  );
}
