import { use, useCallback, useMemo, useRef } from 'react';
import type { Span } from '../../../core/units';
import { count } from '../../../core/stats/format';
import {
  chunkingChunksFormat,
  type ChunkingChunks,
  type ChunkingQuestions,
  type ChunkingSummary,
} from '../../../experiments/chunking/formats';
import { Button } from '../../components/Button';
import { Explain } from '../../components/Explain';
import { Notice } from '../../components/Notice';
import { loadExperimentFile, type LoadedFile } from '../../data/artifacts';
import type { QuestionText } from '../../data/corpusText';
import { formatLocation } from '../../state/urlState';
import type { ViewParams } from '../../state/useParams';
import type { OpenExperiment } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { Asked } from './Asked';
import { ChunkDetails } from './ChunkDetails';
import { ExceptionTable } from './ExceptionTable';
import { setHovered } from './hovered';
import { checkChunks, goldFate } from './inspectorModel';
import type { InspectorCodecs, InspectorSelection, InspectorValues } from './inspectorParams';
import { rowOf } from './inspectorParams';
import { LanePanel } from './LanePanel';
import { OnlyRule } from './OnlyRule';
import { Overview, type OverviewHandle } from './Overview';
import { QuestionPicker } from './QuestionPicker';
import { Reader } from './Reader';
import { ReturnedList } from './ReturnedList';
import type { ReturnedContext } from './returnedModel';
import { spanAt } from './spansModel';
import { StepBar, useSteps } from './StepBar';
import { StrategyFigures } from './StrategyFigures';
import { useDrawnDocument } from './useDrawnDocument';
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

  const drawn = useDrawnDocument({ experiment, summary, questions, file, selection, values, text });
  const { all, lanes, colors, front, gold, chosenGold, results, returned, relevant, rankingsOf } = drawn;
  const { zones, shownZones, hiddenAt, marks, focus } = drawn;
  const goTo = useCallback((offset: number) => set({ at: offset }, { replace: true }), [set]);
  const { sees, onKeyDown, ...steps } = useSteps(drawn, at, length, goTo);

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
  const showVisible = useCallback(
    (span: Span) => {
      sees(span);
      overview.current?.show(span);
    },
    [sees],
  );

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
              Tinted: where one lane holds gold whole that another cuts or loses. The frame is what the text
              below shows. Click, drag, or use the arrow keys to go to a place.
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
          Offset {count(at)} lies where the lanes do not differ in anything that matters, which “Only where it
          matters” leaves out. It is shown all the same.
        </Notice>
      ) : null}
      {values.only ? (
        <OnlyRule
          lanes={lanes.length}
          zones={zones.length}
          hasQuestion={question !== null}
          k={values.k}
          kind={values.spans}
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
          <StepBar steps={steps}>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={values.only}
                onChange={(event) => set({ only: event.target.checked })}
              />
              Only where it matters
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
          </StepBar>
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
      {text === null ? null : (
        <ExceptionTable text={text} lanes={all} linkTo={(offset) => linkTo({ at: offset })} />
      )}
      <StrategyFigures lanes={all} length={length} kind={values.spans} gold={gold} hasText={text !== null} />
    </>
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
