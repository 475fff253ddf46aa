import { Suspense, use, useCallback, useEffect, useMemo } from 'react';
import {
  blendConditions,
  blendSimilaritiesFormat,
  type BlendSimilarities,
} from '../../../../experiments/blend/formats';
import { DroppedNotice } from '../../../components/Notice';
import { Loading } from '../../../components/Loading';
import { loadExperimentFile } from '../../../data/artifacts';
import type { ExperimentViewProps, OpenExperiment } from '../../openExperiment';
import { FileNotices } from '../../shared/FileNotices';
import { Explorer, type OpenLine } from '../Explorer';
import { useExplorer } from '../useExplorer';
import { blendReview } from './blendReview';
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
      <Settings experiment={experiment} similarities={similarities} />
    </div>
  );
}

function Settings({ experiment, similarities }: Pick<RankedProps, 'experiment' | 'similarities'>) {
  const codecs = useMemo(() => blendCodecs(similarities), [similarities]);
  const { dropped, ...explorer } = useExplorer(experiment, codecs);
  return (
    <>
      <DroppedNotice dropped={dropped} />
      <Suspense fallback={<Loading what="the rankings" />}>
        <Ranked
          experiment={experiment}
          similarities={similarities}
          table={blendTable(similarities)}
          {...explorer}
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
  const open = (): OpenLine<BlendValues> | null => {
    if (!item) return null;
    const outcome = table.outcome(values.method, values.condition, item);
    const hiding = hidingFilters(table, values, outcome);
    return {
      id: item.id,
      name: `query ${item.id}${hiding.some(({ filter }) => filter === 'show') ? `, which is no miss here` : ''}`,
      hiding: hiding.map(({ filter, cleared }) => ({ label: filterLabel(values, filter), cleared })),
      review: () => blendReview(similarities, outcome, values),
      setup: <BlendFilterBar table={table} values={values} set={set} only="setup" />,
      page: (
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
      ),
    };
  };
  return (
    <Explorer
      experiment={experiment}
      what={values.show === 'all' ? 'queries' : 'misses'}
      ids={ids}
      asked={values.query}
      opened={opened}
      closed={closed}
      open={open()}
      list={(reveal) => (
        <BlendOverview
          experiment={experiment}
          similarities={similarities}
          table={table}
          lines={lines}
          recordName={recordName}
          values={values}
          set={set}
          href={href}
          reveal={reveal}
        />
      )}
      set={set}
      href={href}
    />
  );
}

const opened = (query: string) => ({ query });

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
