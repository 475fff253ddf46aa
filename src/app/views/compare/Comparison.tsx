import { useMemo, type ReactNode } from 'react';
import { pairCounts, type JoinedRuns } from '../../../analysis/compare/compare';
import { compareColumns } from '../../../analysis/compare/figures';
import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { count } from '../../../core/stats/format';
import { cellLabel, nameOf } from '../../../analysis/compare/words';
import { Button } from '../../components/Button';
import { Choice, Select } from '../../components/Choice';
import { downloadFile } from '../../components/download';
import { Explain } from '../../components/Explain';
import { Notice } from '../../components/Notice';
import { ruleMeanings } from '../failures/chunking/chunkingWords';
import { Explorer, type OpenLine } from '../failures/Explorer';
import { ComparisonReportButton } from '../report/ReportButton';
import { LoadCorpus } from '../shared/LoadCorpus';
import type { LoadedRun } from './adapters/adapter';
import { exportCsv, exportJson, hidingFilters, letterOf, pairList } from './compareModel';
import type { CompareMoves, CompareValues } from './compareParams';
import { useCompareFigures } from './compareTask';
import { FamilyTable } from './FamilyTable';
import { FlipTable } from './FlipTable';
import { PairMatrix } from './PairMatrix';
import { PairTable } from './PairTable';
import { PartialList } from './PartialList';
import { QuestionCompare } from './QuestionCompare';
import { QuestionTexts, textRun, type KnownTexts } from './QuestionTexts';
import { RunTable, SetupTable } from './RunTable';
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

/** The chosen pair: its letters, the families and questions that the filters leave, and its figures once computed. */
function usePair({ runs, joined: { shared }, a, b, values }: ComparisonProps) {
  const groupings = runs[0]!.groupings;
  const grouping = groupings.find(({ id }) => id === values.grouping)?.id ?? groupings[0]?.id ?? '';
  const known = useMemo(
    () =>
      new Set(
        shared.flatMap(({ sides }) =>
          Object.hasOwn(sides[0]!.families, grouping) ? [sides[0]!.families[grouping]!] : [],
        ),
      ),
    [shared, grouping],
  );
  const family = values.family !== null && known.has(values.family) ? values.family : null;
  const filter = useMemo(() => ({ cell: values.cell, family, grouping }), [values.cell, family, grouping]);
  const listed = useMemo(
    () => pairList(shared, filter, a, b, values.sort),
    [shared, filter, a, b, values.sort],
  );
  const request = useMemo(
    () => ({ columns: compareColumns(shared, values.metric, grouping), pair: [a, b] as const }),
    [shared, values.metric, grouping, a, b],
  );
  const letters = [letterOf(a), letterOf(b)] as const;
  return { grouping, family, filter, listed, letters, ...useCompareFigures(request) };
}

type PairProps = ComparisonProps & { pair: ReturnType<typeof usePair> };

/** Runs on one corpus: their figures, the chosen pair's questions, and one of them when it is open. */
export function Comparison(props: ComparisonProps) {
  const { runs, joined, a, b, values, moves } = props;
  const pair = usePair(props);
  const { filter, family, letters, listed } = pair;
  const ids = useMemo(() => listed.map(({ id }) => id), [listed]);
  const question = [...joined.shared, ...joined.partial].find(({ id }) => id === values.question);
  const open = (texts: KnownTexts): OpenLine<CompareValues> | null => {
    if (!question) return null;
    const inPair = joined.shared.find(({ id }) => id === question.id);
    const names = {
      cell: cellLabel(values.cell ?? 'both', ...letters),
      family: `family: ${nameOf(runs, family ?? '')}`,
    };
    return {
      id: question.id,
      name: `question ${question.id}`,
      hiding: (inPair ? hidingFilters(filter, inPair, a, b) : []).map((name) => ({
        label: names[name],
        cleared: { [name]: null },
      })),
      review: null,
      page: <QuestionCompare runs={runs} question={question} a={a} b={b} rule={values} texts={texts} />,
    };
  };
  return (
    <QuestionTexts runs={runs}>
      {(texts) => (
        <Explorer
          {...moves}
          experiment={null}
          what="questions"
          ids={ids}
          asked={question?.id ?? null}
          opened={opened}
          closed={closed}
          open={open(texts)}
          list={(reveal) => (
            <ComparedRuns {...props} pair={pair}>
              <PairQuestions {...props} pair={pair} texts={texts} reveal={reveal} />
            </ComparedRuns>
          )}
        />
      )}
    </QuestionTexts>
  );
}

const closed = { question: null };
const opened = (question: string) => ({ question });

/** The figures of all runs; below them the questions of a pair, and those that are in no figure. */
function ComparedRuns({
  runs,
  joined: { shared, partial },
  a,
  b,
  values,
  moves,
  choose,
  pair: { figures, fault },
  children,
}: PairProps & { children: ReactNode }) {
  return (
    <>
      {fault ? <Notice tone="bad">{fault}</Notice> : null}
      <PairTable
        runs={runs}
        pairs={figures?.pairs ?? null}
        metric={values.metric}
        a={a}
        b={b}
        href={(first, second) => moves.href({ a: runs[first]!.id, b: runs[second]!.id, cell: null })}
      />
      <Controls runs={runs} values={values} set={moves.set} choose={choose} />
      {partial.length > 0 ? (
        <p>
          {count(shared.length)} questions are shared by all {runs.length} runs and counted;{' '}
          {count(partial.length)} {partial.length === 1 ? 'is' : 'are'} not, and{' '}
          <Button tone="quiet" onClick={showPartial}>
            listed below
          </Button>
        </p>
      ) : null}
      {shared.length === 0 ? (
        <Notice tone="warn">
          No question was asked in every run, so there is nothing to compare. Take a run out, or look at what
          each was asked below.
        </Notice>
      ) : (
        children
      )}
      <SetupTable runs={runs} />
      {partial.length > 0 ? (
        <PartialList runs={runs} partial={partial} href={(id) => moves.href({ question: id })} />
      ) : null}
    </>
  );
}

interface ControlsProps extends Pick<ComparisonProps, 'runs' | 'values' | 'choose'> {
  set: CompareMoves['set'];
}

/** What counts as a hit, and what is compared. */
function Controls({ runs, values, set, choose }: ControlsProps) {
  return (
    <div className={`${styles.controls} no-print`}>
      {runs.some(({ hasHitRule }) => hasHitRule) ? (
        <>
          <Select
            label="Count hits up to rank"
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
  );
}

interface PairQuestionsProps extends PairProps {
  texts: KnownTexts;
  reveal: string | null;
}

/** The chosen pair, question by question. */
function PairQuestions({ runs, joined, a, b, values, moves, pair, texts, reveal }: PairQuestionsProps) {
  const { shared } = joined;
  const { letters, family, grouping, figures, listed } = pair;
  const textOf = textRun(runs);
  return (
    <section className="stack" aria-labelledby="pair">
      <h2 id="pair" className={runs.length === 2 ? 'visually-hidden' : undefined}>
        {letters[0]} against {letters[1]}, question by question
      </h2>
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
        <RunTable
          runs={runs}
          n={shared.length}
          metric={values.metric}
          means={figures?.means ?? null}
          moves={moves}
          a={a}
          b={b}
        />
      </div>
      <UnlikeSetups runs={runs} shared={shared} k={values.k} />
      {textOf ? (
        <LoadCorpus experiment={textOf}>With it, the list shows the questions in words.</LoadCorpus>
      ) : null}
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
        reveal={reveal}
      />
      <Downloads runs={runs} joined={joined} a={a} b={b} values={values} pair={pair} />
      <FamilyTable
        runs={runs}
        families={figures?.families ?? null}
        metric={values.metric}
        letters={letters}
        chosen={family}
        href={(next) => moves.href({ family: next === family ? null : next })}
        grouping={grouping}
        onGrouping={(next) => moves.set({ grouping: next, family: null })}
      />
    </section>
  );
}

/** The comparison as files. */
function Downloads({
  runs,
  joined: { shared, partial },
  a,
  b,
  values: { k, rule, metric },
  pair: { figures, grouping },
}: Omit<PairProps, 'moves' | 'choose'>) {
  const questions = [...shared, ...partial];
  const json = () => exportJson({ runs, questions, n: shared.length, metric, figures });
  return (
    <div className="row no-print">
      <Button
        onClick={() => downloadFile('comparison.csv', 'text/csv', exportCsv(runs, questions, grouping))}
      >
        CSV of all questions
      </Button>
      <Button onClick={() => downloadFile('comparison.json', 'application/json', json())}>JSON</Button>
      {figures ? (
        <ComparisonReportButton
          choice={{ runs, figures, rule: { k, rule }, metric, pair: [a, b], grouping }}
        />
      ) : null}
      <Explain about="the downloads">
        One line per question with the outcome, the rank and the stage of loss in every run. The JSON has the
        setups and the paired differences as well.
      </Explain>
    </div>
  );
}

/** The address's fragment is the place in the program, so this is a button and no anchor. */
function showPartial(): void {
  const target = document.getElementById('not-in-every-run');
  target?.scrollIntoView();
  target?.focus();
}
