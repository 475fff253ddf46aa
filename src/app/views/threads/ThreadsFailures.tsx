import { useMemo } from 'react';
import { DroppedNotice } from '../../components/Notice';
import { Explorer, type OpenLine } from '../failures/Explorer';
import { useExplorer } from '../failures/useExplorer';
import type { ExperimentViewProps, OpenExperiment } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { FilePart } from '../shared/FilePart';
import { FactPage } from './FactPage';
import { FactTable, isListed, sortedFacts } from './FactTable';
import { MessagePage } from './MessagePage';
import { isMessageListed, MessageTable, sortedMessages } from './MessageTable';
import { showWords, threadsListCodecs, type ThreadsListValues } from './threadsParams';
import { threadsReview } from './threadsReview';
import { useThreadsData, type ThreadsData } from './threadsData';

/** Facts that were missed, or messages of which something was lost, one by one. */
export function ThreadsFailures({ experiment }: ExperimentViewProps) {
  const { value: data, notices } = useThreadsData(experiment);
  return (
    <div className="stack">
      <FileNotices notices={notices} />
      <Lists experiment={experiment} data={data} />
    </div>
  );
}

const closed = { fact: null, message: null };
const unfiltered: Partial<ThreadsListValues> = { show: 'all', thread: null, find: '' };

function Lists({ experiment, data }: { experiment: OpenExperiment; data: ThreadsData }) {
  const codecs = useMemo(() => threadsListCodecs(data.summary, data.facts, data.messages), [data]);
  const { values, set, href, dropped } = useExplorer(experiment, codecs);
  const isFacts = values.list === 'facts' || data.messages.messages.length === 0;
  const lines = useMemo(
    () => (isFacts ? sortedFacts(data, values) : sortedMessages(data, values)),
    [data, values, isFacts],
  );
  const items = isFacts ? data.facts.facts : data.messages.messages;
  const asked = isFacts ? values.fact : values.message;
  const open = (): OpenLine<ThreadsListValues> | null => {
    const position = items.findIndex(({ id }) => id === asked);
    if (position < 0) return null;
    const { id, thread } = items[position]!;
    const listed = isFacts ? isListed(data, position, values) : isMessageListed(data, position, values);
    return {
      id,
      name: `${isFacts ? 'fact' : 'message'} ${id}`,
      hiding: listed ? [] : [{ label: showWords[values.show], cleared: unfiltered }],
      review: () => threadsReview(experiment, data, isFacts ? 'facts' : 'messages', position, values),
      page: (
        <FilePart of={`${experiment.entry.id} ${thread}`} waiting="the thread">
          {isFacts ? (
            <FactPage experiment={experiment} data={data} fact={position} values={values} href={href} />
          ) : (
            <MessagePage experiment={experiment} data={data} message={position} />
          )}
        </FilePart>
      ),
    };
  };
  return (
    <>
      <DroppedNotice dropped={dropped} />
      <Explorer
        experiment={experiment}
        what={isFacts ? 'facts' : 'messages'}
        ids={lines.map((line) => items[line]!.id)}
        asked={asked}
        opened={(id) => (isFacts ? { fact: id } : { message: id })}
        closed={closed}
        open={open()}
        list={(reveal) =>
          isFacts ? (
            <FactTable data={data} lines={lines} values={values} set={set} href={href} reveal={reveal} />
          ) : (
            <MessageTable data={data} lines={lines} values={values} set={set} href={href} reveal={reveal} />
          )
        }
        set={set}
        href={href}
      />
    </>
  );
}
