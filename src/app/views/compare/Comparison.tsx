import { useCallback, useMemo } from 'react';
import { pairCells, pairCounts, type JoinedRuns, type PairCell } from '../../../analysis/compare/compare';
import { compareColumns } from '../../../analysis/compare/figures';
import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { count, percent } from '../../../core/stats/format';
import { cellLabel, nameOf } from '../../../analysis/compare/words';
import { Button } from '../../components/Button';
import { Choice, Select } from '../../components/Choice';
import { downloadFile } from '../../components/download';
import { Explain } from '../../components/Explain';
import { Notice } from '../../components/Notice';
import { ruleMeanings } from '../failures/chunking/chunkingWords';
import { HiddenNotice } from '../failures/HiddenNotice';
import { MissStepper } from '../failures/MissStepper';
import { useFocusOnMove } from '../failures/useFocusOnMove';
import { ComparisonReportButton } from '../report/ReportButton';
import { LoadCorpus } from '../shared/LoadCorpus';
import type { LoadedRun } from './adapters/adapter';
import { exportCsv, hidingFilters, letterOf, pairList } from './compareModel';
import type { CompareMoves, CompareValues } from './compareParams';
import { useCompareFigures } from './compareTask';
import { FamilyTable } from './FamilyTable';
import { FlipTable } from './FlipTable';
import { PairTable } from './PairTable';
import { PartialList } from './PartialList';
import { QuestionCompare } from './QuestionCompare';
import { QuestionTexts, textRun } from './QuestionTexts';
import { RunTable } from './RunTable';
import { UnlikeSetups } from './UnlikeSetups';
import styles from './Compare.module.css';

interface ComparisonProps {
  runs: readonly LoadedRun[];
  joined: JoinedRuns;
  /** Places of the chosen pair. */
  a: number;
  b: number;
  values: CompareValues;
  moves: CompareMoves;
  choose: string;
}

/** Runs on one corpus: their figures, the chosen pair's questions, and one of them when it is open. */
export function Comparison({ runs, joined, a, b, values, moves, choose }: ComparisonProps) {
  const { shared, partial } = joined;
  const groupings = runs[0]!.groupings;
  const grouping = groupings.find(({ id }) => id === values.grouping)?.id ?? groupings[0]?.id ?? '';
  const known = useMemo(
    () =>
      new Set(
        joined.shared.flatMap(({ sides }) =>
          Object.hasOwn(sides[0]!.families, grouping) ? [sides[0]!.families[grouping]!] : [],
        ),
      ),
    [joined, grouping],
  );
  const family = values.family !== null && known.has(values.family) ? values.family : null;
  const filter = useMemo(() => ({ cell: values.cell, family, grouping }), [values.cell, family, grouping]);
  const listed = useMemo(
    () => pairList(shared, filter, a, b, values.sort),
    [shared, filter, a, b, values.sort],
  );
  const ids = useMemo(() => listed.map(({ id }) => id), [listed]);
  const request = useMemo(
    () => ({ columns: compareColumns(shared, values.metric, grouping), pair: [a, b] as const }),
    [shared, values.metric, grouping, a, b],
  );
  const { figures, fault } = useCompareFigures(request);
  const open = [...shared, ...partial].find(({ id }) => id === values.question);
  const { set } = moves;
  const step = useCallback(
    (next: string) => set({ question: next }, { replace: open !== undefined }),
    [set, open],
  );
  const { list, page, wasOpen } = useFocusOnMove(open?.id ?? null);
  const letters = [letterOf(a), letterOf(b)] as const;
  const textOf = textRun(runs);

  return (
    <QuestionTexts runs={runs}>
      {(texts) => {
        if (open) {
          const inPair = shared.find(({ id }) => id === open.id);
          const hiding = inPair ? hidingFilters(filter, inPair, a, b) : [];
          const names = {
            cell: cellLabel(values.cell ?? 'both', ...letters),
            family: `family: ${nameOf(runs, family ?? '')}`,
          };
          return (
            <div ref={page} className="stack">
              <div className="row">
                <a href={moves.href({ question: null })}>‹ All questions</a>
                <MissStepper ids={ids} open={open.id} what="questions" onStep={step} />
              </div>
              <HiddenNotice
                what={`question ${open.id}`}
                filters={hiding.map((name) => names[name])}
                onClear={() => set(Object.fromEntries(hiding.map((name) => [name, null])), { replace: true })}
              />
              <QuestionCompare runs={runs} question={open} a={a} b={b} rule={values} texts={texts} />
            </div>
          );
        }
        return (
          <div ref={list} className="stack">
            <UnlikeSetups runs={runs} shared={shared} k={values.k} />
            <div className={`${styles.controls} no-print`}>
              {runs.some(({ hasHitRule }) => hasHitRule) ? (
                <>
                  <Select
                    label="A hit is by rank"
                    value={String(values.k)}
                    options={[...new Set([...CUTOFFS, 5, values.k])]
                      .sort((x, y) => x - y)
                      .map((k) => ({ value: String(k), label: String(k) }))}
                    onChange={(k) => set({ k: Number(k) })}
                  />
                  <Choice
                    label="Relevance"
                    value={values.rule}
                    options={[
                      { value: 'answer', label: 'answer', title: ruleMeanings.answer },
                      { value: 'evidence', label: 'evidence', title: ruleMeanings.evidence },
                    ]}
                    onChange={(rule) => set({ rule })}
                  />
                </>
              ) : null}
              <Choice
                label="Differences of"
                value={values.metric}
                options={[
                  { value: 'hit', label: 'hit' },
                  { value: 'reciprocalRank', label: 'reciprocal rank' },
                ]}
                onChange={(metric) => set({ metric })}
              />
              <a className={styles.change} href={choose}>
                Change the runs
              </a>
            </div>
            {fault ? <Notice tone="bad">{fault}</Notice> : null}
            <RunTable
              runs={runs}
              n={shared.length}
              metric={values.metric}
              means={figures?.means ?? null}
              moves={moves}
            />
            {partial.length > 0 ? (
              <p>
                {count(shared.length)} questions are shared by all {runs.length} runs and counted;{' '}
                {count(partial.length)} {partial.length === 1 ? 'is' : 'are'} not, and{' '}
                <Button tone="quiet" onClick={showPartial}>
                  listed below
                </Button>
              </p>
            ) : null}
            <PairTable
              runs={runs}
              pairs={figures?.pairs ?? null}
              metric={values.metric}
              a={a}
              b={b}
              href={(first, second) => moves.href({ a: runs[first]!.id, b: runs[second]!.id, cell: null })}
            />
            {shared.length === 0 ? (
              <Notice tone="warn">
                No question was asked in every run, so there is nothing to compare. Take a run out, or look at
                what each was asked below.
              </Notice>
            ) : (
              <section className="stack" aria-labelledby="pair">
                <h2 id="pair">
                  {letters[0]} against {letters[1]}, question by question
                </h2>
                <p className="soft">
                  {letters[0]} is {runs[a]!.label}; {letters[1]} is {runs[b]!.label}.
                </p>
                <div className={styles.pairParts}>
                  <PairMatrix
                    counts={pairCounts(shared, a, b)}
                    n={shared.length}
                    letters={letters}
                    cell={values.cell}
                    href={(cell) => moves.href({ cell })}
                    hasTies={shared.some(({ sides }) =>
                      [a, b].some((side) => sides[side]!.outcome > 0 && sides[side]!.outcome < 1),
                    )}
                  />
                  <FamilyTable
                    runs={runs}
                    families={figures?.families ?? null}
                    metric={values.metric}
                    letters={letters}
                    chosen={family}
                    href={(next) => moves.href({ family: next === family ? null : next })}
                    grouping={grouping}
                    onGrouping={(next) => set({ grouping: next, family: null })}
                  />
                </div>
                <FlipTable
                  runs={runs}
                  listed={listed}
                  total={shared.length}
                  a={a}
                  b={b}
                  values={values}
                  family={family}
                  grouping={grouping}
                  moves={moves}
                  texts={texts}
                  reveal={wasOpen}
                />
                <div className="row no-print">
                  <Button
                    onClick={() =>
                      downloadFile(
                        'comparison.csv',
                        'text/csv',
                        exportCsv(runs, [...shared, ...partial], grouping),
                      )
                    }
                  >
                    CSV of all questions
                  </Button>
                  <Button onClick={() => downloadFile('comparison.json', 'application/json', exportJson())}>
                    JSON
                  </Button>
                  {figures ? (
                    <ComparisonReportButton
                      choice={{
                        runs,
                        figures,
                        rule: { k: values.k, rule: values.rule },
                        metric: values.metric,
                        pair: [a, b],
                        grouping,
                      }}
                    />
                  ) : null}
                  <Explain about="the downloads">
                    One line per question with the outcome, the rank and the stage of loss in every run. The
                    JSON has the setups and the paired differences as well.
                  </Explain>
                </div>
                {textOf ? (
                  <LoadCorpus experiment={textOf}>With it, the list shows the questions in words.</LoadCorpus>
                ) : null}
              </section>
            )}
            {partial.length > 0 ? (
              <PartialList runs={runs} partial={partial} href={(id) => moves.href({ question: id })} />
            ) : null}
            <MissStepper ids={ids} open={null} what="questions" onStep={step} />
          </div>
        );
      }}
    </QuestionTexts>
  );

  function exportJson(): string {
    return `${JSON.stringify(
      {
        kind: 'comparison',
        corpus: runs[0]!.corpus.hash,
        metric: values.metric,
        runs: runs.map(({ id, label, experiment, facts }, place) => ({
          id,
          label,
          experiment,
          setup: Object.fromEntries(facts.map((fact) => [fact.id, fact.value])),
          n: shared.length,
          mean: figures?.means[place] ?? null,
        })),
        pairs: (figures?.pairs ?? []).map(({ a: first, b: second, ...found }) => ({
          a: runs[Number(first)]!.id,
          b: runs[Number(second)]!.id,
          difference: found.difference,
          p: found.p,
          adjustedP: found.adjustedP,
          verdict: found.verdict.kind,
        })),
        questions: [...shared, ...partial].map(({ id, sides }) => ({
          id,
          sides: sides.map(
            (side) =>
              side && {
                outcome: side.outcome,
                reciprocalRank: side.reciprocalRank,
                rank: side.rank,
                loss: side.loss,
              },
          ),
        })),
      },
      null,
      1,
    )}\n`;
  }
}

/** The address's fragment is the place in the program, so this is a button and no anchor. */
function showPartial(): void {
  const target = document.getElementById('not-in-every-run');
  target?.scrollIntoView();
  target?.focus();
}

interface PairMatrixProps {
  counts: Record<PairCell, number>;
  n: number;
  letters: readonly [string, string];
  cell: PairCell | null;
  href: (cell: PairCell | null) => string;
  hasTies: boolean;
}

/** The 2 × 2 of the pair; each cell lists its questions. */
function PairMatrix({ counts, n, letters: [a, b], cell, href, hasTies }: PairMatrixProps) {
  const most = Math.max(1, ...pairCells.map((each) => counts[each]));
  const field = (each: PairCell) => (
    <td style={{ backgroundColor: `rgb(var(--heat) / ${((counts[each] / most) * 0.22).toFixed(3)})` }}>
      <a
        href={href(cell === each ? null : each)}
        aria-current={cell === each ? 'true' : undefined}
        className={styles.cell}
        aria-label={`${cellLabel(each, a, b)}: ${count(counts[each])} of ${count(n)} questions${cell === each ? '; show all again' : ''}`}
      >
        <strong>{count(counts[each])}</strong>
        <span>
          {cellLabel(each, a, b)} · {percent(counts[each] / n, n)}
        </span>
      </a>
    </td>
  );
  return (
    <div className="stack">
      <h3>Found by whom</h3>
      <table className={styles.matrix}>
        <caption className="soft small">
          {count(n)} questions. Choose a cell to list its questions
          {cell === null ? '' : ', or the chosen one again to list all'}.
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{b} hits</th>
            <th scope="col">{b} misses</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{a} hits</th>
            {field('both')}
            {field('onlyA')}
          </tr>
          <tr>
            <th scope="row">{a} misses</th>
            {field('onlyB')}
            {field('neither')}
          </tr>
        </tbody>
      </table>
      {hasTies ? (
        <p className="small soft">
          A target that is tied with others counts as a miss in this table; the means count its share.
        </p>
      ) : null}
    </div>
  );
}
