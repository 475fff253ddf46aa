import { useMemo } from 'react';
import { bytes } from '../../../core/stats/format';
import { Choice } from '../../components/Choice';
import { DroppedNotice } from '../../components/Notice';
import { useParams } from '../../state/useParams';
import { threadsSummaryFormat } from '../../../experiments/threads/formats';
import type { ExperimentViewProps } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { Section } from '../shared/Prose';
import { summaryOf } from '../shared/readingPage';
import { SweepMap } from './SweepMap';
import { sweepCodecs } from './threadsParams';

const useSummary = summaryOf(threadsSummaryFormat);

/** What more places, another threshold and other piece sizes find, and what they return for it. */
export function ThreadsCurves({ experiment }: ExperimentViewProps) {
  const { value: summary, notices } = useSummary(experiment);
  const codecs = useMemo(() => sweepCodecs(summary), [summary]);
  const { values, set, dropped } = useParams(codecs);
  const sizes = [...new Set(summary.sweep.map(({ pieceBytes }) => String(pieceBytes)))];
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <Section title="Places and threshold">
        {sizes.length > 1 ? (
          <Choice
            label="Piece size"
            value={values.size}
            options={sizes.map((size) => ({ value: size, label: bytes(Number(size)) }))}
            onChange={(size) => set({ size })}
          />
        ) : null}
        <SweepMap summary={summary} pieceBytes={Number(values.size)} />
        <p className="soft">
          The settings of the scorecard were fixed beforehand; everything else here is exploration on the same
          facts.
        </p>
      </Section>
    </div>
  );
}
