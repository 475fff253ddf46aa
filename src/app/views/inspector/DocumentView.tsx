import { use, useCallback, useMemo, useRef, type KeyboardEvent } from 'react';
import type { Span } from '../../../core/units';
import { count } from '../../../core/stats/format';
import { comparableText } from '../../../core/text/findText';
import {
  chunkingChunksFormat,
  type ChunkingChunks,
  type ChunkingQuestions,
  type ChunkingSummary,
} from '../../../experiments/chunking/formats';
import { strategyStyle } from '../../charts/colors';
import { Button } from '../../components/Button';
import { Explain } from '../../components/Explain';
import { Notice } from '../../components/Notice';
import { loadExperimentFile, type LoadedFile } from '../../data/artifacts';
import type { QuestionText } from '../../data/corpusText';
import { formatLocation } from '../../state/urlState';
import type { ViewParams } from '../../state/useParams';
import type { OpenExperiment } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { ChunkDetails } from './ChunkDetails';
import { setHovered } from './hovered';
import {
  checkChunks,
  cutsOf,
  goldFate,
  lanesOf,
  letterOf,
  mergeZones,
  nextOffset,
  sameEdgeIn,
  spanAtOffset,
  zonesOf,
  type Lane,
  type Target,
  type Zone,
} from './inspectorModel';
import type { InspectorCodecs, InspectorSelection, InspectorValues } from './inspectorParams';
import { rowOf } from './inspectorParams';
import { LanePanel } from './LanePanel';
import { Overview, type OverviewHandle } from './Overview';
import { QuestionPicker } from './QuestionPicker';
import { Reader } from './Reader';
import type { GoldMark, ReaderMarks, ReturnedMark } from './readerMarks';
import { ReturnedList } from './ReturnedList';
import { returnedContexts, type ReturnedContext } from './returnedModel';
import { spanAt } from './spansModel';
import { StrategyFigures } from './StrategyFigures';
import { useRankings, useRelevant } from './useRankings';
import { ZoneCaption } from './ZoneCaption';
import styles from './Inspector.module.css';

interface DocumentViewProps {
  experiment: OpenExperiment;
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
  chunks: Promise<LoadedFile<ChunkingChunks>>;
  chunksName: string;
  selection: InspectorSelection;
  values: InspectorValues;
  set: ViewParams<InspectorCodecs>['set'];
  linkTo: (patch: Partial<InspectorValues>) => string;
  /** Text of the document, and of all questions; null until loaded. */
  text: string | null;
  texts: readonly QuestionText[] | null;
}

/** One document: its lanes, the overview, the reader, and what is known of the chosen chunk and question. */
export function DocumentView({
  experiment,
  summary,
  questions,
  chunks,
  chunksName,
  selection,
  values,
  set,
  linkTo,
  text,
  texts,
}: DocumentViewProps) {
  const { value: file, notices } = use(chunks);
  const { document, question, row, at } = selection;
  const { utf16Length: length, title } = summary.corpus.documents[document]!;
  useMemo(() => checkChunks(chunksName, file, summary, document), [chunksName, file, summary, document]);
  const overview = useRef<OverviewHandle>(null);

  const shownIds = JSON.stringify(selection.strategies);
  const all = useMemo(
    () => lanesOf(file, summary.strategies, length, values.spans, text),
    [file, summary, length, values.spans, text],
  );
  const lanes = useMemo(
    () =>
      (JSON.parse(shownIds) as string[]).map((id, place): Lane => ({
        ...all.find(({ strategy }) => strategy === id)!,
        letter: letterOf(place),
      })),
    [all, shownIds],
  );
  const colors = useMemo(() => lanes.map(({ strategy }) => strategyStyle(strategy).color), [lanes]);
  const front = Math.max(
    0,
    lanes.findIndex(({ strategy }) => strategy === row.strategy),
  );

  // Lanes first, then the other strategies, which only the table names, and only for a chosen question.
  const rowNames = [
    ...new Set([
      ...lanes.map(({ strategy }) => strategy),
      ...(question === null ? [] : summary.strategies.map(({ id }) => id)),
    ]),
  ].map((strategy) => rowOf(summary, strategy, row.retriever)?.row ?? '');
  const loaded = useRankings(
    experiment,
    rowNames.filter((name) => name !== ''),
  );
  const rankingsOf = useCallback(
    (strategy: string) => loaded.get(rowOf(summary, strategy, row.retriever)?.row ?? ''),
    [loaded, summary, row.retriever],
  );
  const relevant = useRelevant(experiment, question === null ? null : row.strategy);

  const gold = useMemo(
    () =>
      questions
        .flatMap((own, index) =>
          own.gold
            .filter((span) => span.document === document)
            .map(({ start, end }): GoldMark => ({
              start,
              end,
              question: index,
              isChosen: index === question,
            })),
        )
        .sort((a, b) => a.start - b.start),
    [questions, document, question],
  );
  const chosenGold = useMemo(() => gold.filter(({ isChosen }) => isChosen), [gold]);
  const results = useMemo(
    () =>
      question === null
        ? []
        : lanes.map(({ strategy }) =>
            returnedOf(summary, strategy, rankingsOf(strategy), question, values.k),
          ),
    [lanes, question, rankingsOf, summary, values.k],
  );
  const returned = useMemo(
    () =>
      results.map((found, lane) =>
        (found ?? [])
          .filter((context) => context.document === document)
          .map(({ rank, local }): ReturnedMark => ({ rank, ...spanAt(lanes[lane]!.contexts, local) })),
      ),
    [results, document, lanes],
  );

  const targets = useMemo(
    (): Target[] => [
      ...(question === null ? gold : chosenGold).map(({ start, end }): Target => ({
        kind: 'gold',
        start,
        end,
      })),
      ...returned.flat().map(({ start, end }): Target => ({ kind: 'returned', start, end })),
    ],
    [question, gold, chosenGold, returned],
  );
  const zones = useMemo(() => zonesOf(lanes, targets, sameEdgeIn(text)), [lanes, targets, text]);
  const selected = useMemo((): Span | null => {
    const index = at === null ? null : spanAtOffset(lanes[front]!.drawn, at);
    return index === null ? null : spanAt(lanes[front]!.drawn, index);
  }, [at, lanes, front]);
  const hiddenAt = values.only && at !== null && !zones.some(({ start, end }) => start <= at && at < end);
  const shownZones = useMemo((): Zone[] | null => {
    if (!values.only) return null;
    return hiddenAt && at !== null
      ? mergeZones([...zones, { ...(selected ?? { start: at, end: Math.min(length, at + 1) }), targets: [] }])
      : zones;
  }, [values.only, hiddenAt, at, zones, selected, length]);

  const cuts = useMemo(() => cutsOf(lanes), [lanes]);
  const marks = useMemo(
    (): ReaderMarks => ({ lanes, colors, front, cuts, gold, returned, selected, at }),
    [lanes, colors, front, cuts, gold, returned, selected, at],
  );

  const focusOffset = at ?? chosenGold[0]?.start ?? returned[front]?.[0]?.start ?? null;
  const focus = useMemo(
    () => (focusOffset === null ? null : { offset: focusOffset, key: `${question}` }),
    [focusOffset, question],
  );

  const goTo = useCallback((offset: number) => set({ at: offset }, { replace: true }), [set]);
  const steps = useMemo(() => {
    const inZones = (offset: number) =>
      !shownZones || shownZones.some(({ start, end }) => start <= offset && offset < end);
    return {
      boundary: Array.from(
        new Set(lanes[front]!.drawn.edges.filter((edge, place) => place % 2 === 0 && inZones(edge))),
      ),
      disagreement: zones.map(({ start, targets }) => targets[0]?.start ?? start),
      gold: [...new Set(gold.map(({ start }) => start))],
    };
  }, [lanes, front, zones, gold, shownZones]);
  const visible = useRef<Span>({ start: 0, end: length });
  const step = (kind: keyof typeof steps, direction: 1 | -1) => {
    const to = nextOffset(steps[kind], at ?? visible.current.start - (direction > 0 ? 1 : 0), direction);
    if (to !== null) goTo(to);
  };
  const keys: Record<string, () => void> = {
    n: () => step('boundary', 1),
    p: () => step('boundary', -1),
    d: () => step('disagreement', 1),
    D: () => step('disagreement', -1),
    g: () => step('gold', 1),
    G: () => step('gold', -1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const pick = useCallback(
    (lane: number, offset: number) =>
      set(
        {
          at: offset,
          ...(lane === front
            ? {}
            : { row: rowOf(summary, lanes[lane]!.strategy, row.retriever)?.row ?? null }),
        },
        { replace: true },
      ),
    [set, front, lanes, row.retriever, summary],
  );
  const showVisible = useCallback((span: Span) => {
    visible.current = span;
    overview.current?.show(span);
  }, []);

  const { source, entry } = experiment;
  const openContext = async ({ document: place, local }: ReturnedContext) => {
    if (place === document) return goTo(spanAt(lanes[front]!.contexts, local).start);
    const { value } = await loadExperimentFile(source, entry, `chunks/${place}.json`, chunkingChunksFormat);
    set({
      document: summary.corpus.documents[place]!.id,
      at: value.strategies[row.strategy]?.contexts[2 * local] ?? null,
    });
  };
  const showLane = (strategy: string, show: boolean) => {
    const next = show
      ? [...selection.strategies, strategy]
      : selection.strategies.filter((id) => id !== strategy);
    const nextFront = next.includes(row.strategy) ? row.strategy : next[0]!;
    set({ strategies: next, row: rowOf(summary, nextFront, row.retriever)?.row ?? null });
  };

  const asked = question === null ? null : questions[question]!;
  return (
    <>
      <FileNotices notices={notices} />
      <section className={`stack gap-2 ${styles.overviewPanel}`} aria-label="Whole document to scale">
        <div className="soft small">
          The whole document to scale{' '}
          <Explain about="the overview">
            <p>
              On top the gold spans, that of the chosen question through all lanes. Each lane shows its{' '}
              {values.spans}: dark along the foot where they overlap, red where text is in none, framed with
              their rank where a search returned them for the chosen question.
            </p>
            <p>
              Tinted: where the lanes disagree around something that matters. The frame is what the text below
              shows. Click, drag, or use the arrow keys to go to a place.
            </p>
          </Explain>
        </div>
        <Overview ref={overview} length={length} marks={marks} zones={zones} onPick={goTo} />
      </section>
      {asked && asked.document !== null && asked.document !== document ? (
        <Notice
          action={
            <a href={linkTo({ document: summary.corpus.documents[asked.document]!.id, at: null })}>
              Go to it
            </a>
          }
        >
          The gold of this question lies in “{summary.corpus.documents[asked.document]!.title}”, not in this
          document.
        </Notice>
      ) : null}
      {hiddenAt ? (
        <Notice action={<Button onClick={() => set({ only: false })}>Show the whole document</Button>}>
          Offset {count(at)} lies where the lanes do not disagree around anything that matters, which “Only
          where they disagree and it matters” leaves out. It is shown all the same.
        </Notice>
      ) : null}
      {values.only ? (
        <OnlyRule
          lanes={lanes.length}
          zones={zones.length}
          hasQuestion={question !== null}
          k={values.k}
          kind={values.spans}
          hasText={text !== null}
          onClear={() => set({ only: false })}
        />
      ) : null}
      <div className={styles.work}>
        <QuestionPicker
          summary={summary}
          questions={questions}
          texts={texts}
          document={document}
          chosen={question}
          lanes={lanes}
          colors={colors}
          rankings={lanes.map(({ strategy }) => rankingsOf(strategy))}
          k={values.k}
          find={values.find}
          onFind={(find) => set({ find }, { replace: true })}
          linkTo={(index) =>
            linkTo(
              index === null
                ? { question: null, at: null }
                : {
                    question: questions[index]!.id,
                    document:
                      questions[index]!.document === null
                        ? values.document
                        : summary.corpus.documents[questions[index]!.document!]!.id,
                    at: null,
                  },
            )
          }
        />
        <div className={styles.middle}>
          <div className={`${styles.steps} no-print`} role="group" aria-label="Go to the next place">
            {(['boundary', 'disagreement', 'gold'] as const).map((kind) => (
              <span key={kind} className={styles.stepPair}>
                <Button
                  className={styles.step}
                  disabled={steps[kind].length === 0}
                  onClick={() => step(kind, -1)}
                  aria-label={`Previous ${stepWords[kind]}`}
                >
                  ‹
                </Button>
                <span title={`With the focus in the text: ${stepKeys[kind]}`}>
                  {stepWords[kind]} <kbd>{stepKeys[kind][0]}</kbd> <kbd>{stepKeys[kind].at(-1)}</kbd>
                </span>
                <Button
                  className={styles.step}
                  disabled={steps[kind].length === 0}
                  onClick={() => step(kind, 1)}
                  aria-label={`Next ${stepWords[kind]}`}
                >
                  ›
                </Button>
              </span>
            ))}
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={values.only}
                onChange={(event) => set({ only: event.target.checked })}
              />
              Only where they disagree and it matters
            </label>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={values.invisible}
                disabled={text === null}
                onChange={(event) => set({ invisible: event.target.checked })}
              />
              Show invisible characters
            </label>
          </div>
          <Patterns />
          <Reader
            label={`Text of ${title} with its lanes`}
            text={text}
            length={length}
            marks={marks}
            zones={shownZones}
            zoneCaption={(zone) => (
              <ZoneCaption
                zone={zone}
                lanes={lanes}
                colors={colors}
                gold={question === null ? gold : chosenGold}
                returned={returned}
                hasQuestion={question !== null}
                k={values.k}
              />
            )}
            showInvisible={values.invisible}
            focus={focus}
            onPick={pick}
            onHover={setHovered}
            onVisible={showVisible}
            onKeyDown={onKeyDown}
          />
        </div>
        <LanePanel
          rows={all.map((own) => {
            const place = lanes.findIndex(({ strategy }) => strategy === own.strategy);
            return {
              lane: place < 0 ? own : lanes[place]!,
              isShown: place >= 0,
              isFront: place === front,
              description: summary.strategies.find(({ id }) => id === own.strategy)?.description ?? '',
              fates: chosenGold.map((span) => goldFate(own, span)),
              rankings: rankingsOf(own.strategy),
            };
          })}
          length={length}
          kind={values.spans}
          onKind={(spans) => set({ spans })}
          question={question}
          retriever={row.retriever}
          retrievers={[...new Set(summary.rows.map(({ retriever }) => retriever))]}
          onRetriever={(retriever) => set({ row: rowOf(summary, row.strategy, retriever)?.row ?? null })}
          k={values.k}
          onK={(k) => set({ k })}
          onShow={showLane}
          onFront={(strategy) =>
            set({
              strategies: selection.strategies.includes(strategy)
                ? selection.strategies
                : [...selection.strategies, strategy],
              row: rowOf(summary, strategy, row.retriever)?.row ?? null,
            })
          }
        />
        <div className={styles.sides}>
          {asked && question !== null ? (
            <Asked
              id={asked.id}
              text={texts?.[question] ?? null}
              slices={text === null ? null : chosenGold.map(({ start, end }) => text.slice(start, end))}
              close={linkTo({ question: null, at: null })}
              why={formatLocation(
                { page: 'experiment', experiment: entry.id, view: 'failures' },
                { question: asked.id, row: row.row, k: String(values.k) },
              )}
            />
          ) : null}
          <ChunkDetails
            lanes={lanes}
            colors={colors}
            front={front}
            kind={values.spans}
            text={text}
            at={at}
            gold={gold}
          />
          {question === null ? null : (
            <ReturnedList
              summary={summary}
              row={row}
              question={question}
              document={document}
              contexts={results[front] ?? null}
              relevant={relevant}
              k={values.k}
              onOpen={(context) => void openContext(context)}
            />
          )}
        </div>
      </div>
      <StrategyFigures lanes={all} length={length} kind={values.spans} gold={gold} hasText={text !== null} />
    </>
  );
}

const stepKeys = { boundary: 'n, p', disagreement: 'd, D', gold: 'g, G' } as const;
const stepWords = { boundary: 'boundary', disagreement: 'disagreement', gold: 'gold span' } as const;

function returnedOf(
  summary: ChunkingSummary,
  strategy: string,
  rankings: ReturnType<ReadonlyMap<string, Parameters<typeof returnedContexts>[0]>['get']>,
  question: number,
  k: number,
): ReturnedContext[] | null {
  if (!rankings) return null;
  return returnedContexts(
    rankings,
    question,
    summary.strategies.find(({ id }) => id === strategy)!.contextOffsets,
    k,
  );
}

/** The rule behind the zones, in one sentence. */
function OnlyRule({
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

/** The chosen question in words, and whether its gold span reads what the experiment says. */
function Asked({
  id,
  text,
  slices,
  close,
  why,
}: {
  id: string;
  text: QuestionText | null;
  slices: readonly string[] | null;
  close: string;
  why: string;
}) {
  const answers = text?.answers.map(comparableText).filter((answer) => answer !== '') ?? [];
  const doubtful =
    text && slices
      ? slices.filter((slice) => !answers.some((answer) => comparableText(slice).includes(answer)))
      : [];
  return (
    <section className={`stack gap-2 ${styles.side}`} aria-labelledby="asked">
      <h3 id="asked">Question</h3>
      {text ? <p>{text.text}</p> : null}
      <p className="soft small">
        <code>{id}</code> · <a href={why}>why it came out so</a> · <a href={close}>choose none</a>
      </p>
      {text ? (
        <p className="small">
          {text.answers.length === 1 ? 'Answer' : 'Answers'}:{' '}
          {text.answers.map((answer, place) => [place > 0 ? ' · ' : '', <q key={answer}>{answer}</q>])}
        </p>
      ) : null}
      {doubtful.map((slice) => (
        <Notice key={slice} tone="bad">
          The gold span reads “{slice.slice(0, 80)}”, which holds none of the answers.
        </Notice>
      ))}
    </section>
  );
}

/** Fills of overlaps and gaps, named by the lanes of every block. */
function Patterns() {
  return (
    <svg width="0" height="0" className={styles.patterns} aria-hidden="true">
      <defs>
        <pattern
          id="inspector-overlap"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line y2="5" className={styles.overlapLine} />
        </pattern>
        <pattern id="inspector-gap" width="4" height="4" patternUnits="userSpaceOnUse">
          <circle cx="1" cy="1" r="0.8" className={styles.gapDot} />
        </pattern>
      </defs>
    </svg>
  );
}
