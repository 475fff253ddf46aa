import { Suspense, use, useCallback, useEffect, useMemo } from 'react';
import {
  blendConditions,
  blendSimilaritiesFormat,
  type BlendSimilarities,
} from '../../../../experiments/blend/formats';
import { DroppedNotice } from '../../../components/Notice';
import { Loading } from '../../../components/Loading';
import { loadExperimentFile } from '../../../data/artifacts';
import { writeParams } from '../../../state/params';
import { formatLocation } from '../../../state/urlState';
import { useParams } from '../../../state/useParams';
import type { ExperimentViewProps, OpenExperiment } from '../../openExperiment';
import { FileNotices } from '../../shared/FileNotices';
import { HiddenNotice } from '../HiddenNotice';
import { MissStepper } from '../MissStepper';
import { useFocusOnMove } from '../useFocusOnMove';
import { BlendFilterBar } from './BlendFilterBar';
import { hidingFilters, listLines } from './blendList';
import { BlendMissPage } from './BlendMissPage';
import { BlendOverview } from './BlendOverview';
import { blendCodecs, closed, type BlendMoves, type BlendValues } from './blendParams';
import { blendTable, type BlendItem } from './blendTable';
import { filterLabel } from './blendWords';

/** The failure explorer of the controlled experiment. */
export function BlendFailures({ experiment }: ExperimentViewProps) {
  const { source, entry } = experiment;
  const { value: similarities, notices } = use(
    loadExperimentFile(source, entry, 'similarities.json', blendSimilaritiesFormat),
  );
  return (
    <div className="stack">
      <FileNotices notices={notices} />
      <Explorer experiment={experiment} similarities={similarities} />
    </div>
  );
}

function Explorer({
  experiment,
  similarities,
}: {
  experiment: OpenExperiment;
  similarities: BlendSimilarities;
}) {
  const codecs = useMemo(() => blendCodecs(similarities), [similarities]);
  const { values, set, dropped } = useParams(codecs);
  const table = blendTable(similarities);
  const { id } = experiment.entry;
  const href = useCallback(
    (patch: Partial<BlendValues>) =>
      formatLocation(
        { page: 'experiment', experiment: id, view: 'failures' },
        writeParams(codecs, { ...values, ...patch }),
      ),
    [codecs, values, id],
  );
  return (
    <>
      <DroppedNotice dropped={dropped} />
      <Suspense fallback={<Loading what="the rankings" />}>
        <Ranked
          experiment={experiment}
          similarities={similarities}
          table={table}
          values={values}
          set={set}
          href={href}
        />
      </Suspense>
    </>
  );
}

interface RankedProps extends BlendMoves {
  experiment: OpenExperiment;
  similarities: BlendSimilarities;
  table: ReturnType<typeof blendTable>;
  values: BlendValues;
}

function Ranked({ experiment, similarities, table, values, set, href }: RankedProps) {
  use(table.prepare(values.condition));
  useRestRanked(table);
  const recordName = useCallback(
    (item: BlendItem, record: number) => similarities[item.block].records[record]!.id,
    [similarities],
  );
  const lines = useMemo(() => listLines(table, values, values.sort, recordName), [table, values, recordName]);
  const ids = useMemo(() => lines.map(({ outcome }) => outcome.item.id), [lines]);
  const item = values.query === null ? undefined : table.item(values.query);
  // Moving on from an open miss replaces it, so that Back returns to the list.
  const step = useCallback(
    (next: string) => set({ ...closed, query: next }, { replace: values.query !== null }),
    [set, values.query],
  );
  const what = values.show === 'all' ? 'queries' : 'misses';
  const { list, page, wasOpen } = useFocusOnMove(values.query);

  if (!item) {
    return (
      <div ref={list} className="stack">
        <MissStepper ids={ids} open={null} what={what} onStep={step} />
        <BlendOverview
          experiment={experiment}
          similarities={similarities}
          table={table}
          lines={lines}
          recordName={recordName}
          values={values}
          set={set}
          href={href}
          reveal={wasOpen}
        />
      </div>
    );
  }
  const outcome = table.outcome(values.method, values.condition, item);
  const hiding = hidingFilters(table, values, outcome);
  return (
    <div className="stack" ref={page}>
      <div className="row no-print">
        <a href={href(closed)}>‹ All {what}</a>
        <MissStepper ids={ids} open={item.id} what={what} onStep={step} />
      </div>
      <BlendFilterBar table={table} values={values} set={set} only="setup" />
      <HiddenNotice
        what={`query ${item.id}${hiding.some(({ filter }) => filter === 'show') ? `, which is no miss here` : ''}`}
        filters={hiding.map(({ filter }) => filterLabel(values, filter))}
        onClear={() =>
          set(Object.assign({}, ...hiding.map(({ cleared }) => cleared)) as Partial<BlendValues>)
        }
      />
      <BlendMissPage
        key={item.id}
        experiment={experiment}
        similarities={similarities}
        table={table}
        outcome={outcome}
        values={values}
        set={set}
        href={href}
      />
    </div>
  );
}

/** Ranks under the other conditions while nothing else is to be done. */
function useRestRanked(table: ReturnType<typeof blendTable>): void {
  useEffect(() => {
    let stopped = false;
    void (async () => {
      for (const condition of blendConditions) if (!stopped) await table.prepare(condition);
    })();
    return () => {
      stopped = true;
    };
  }, [table]);
}
