import { Choice } from '../../components/Choice';
import type { IntervalStyle } from '../../charts/series';

interface AxisControlsProps {
  /** Absent where the axis has one range. */
  zoom?: boolean;
  intervals?: IntervalStyle;
  /** Staircases have no bands: nothing is known between their budgets. */
  bands?: boolean;
  set: (patch: { zoom?: boolean; intervals?: IntervalStyle }) => void;
}

/** How a chart is drawn: the same two choices under every chart. */
export function AxisControls({ zoom, intervals, bands = true, set }: AxisControlsProps) {
  return (
    <>
      {intervals ? (
        <Choice
          label="Intervals"
          value={intervals}
          onChange={(next) => set({ intervals: next })}
          options={[
            ...(bands ? [{ value: 'bands' as const, label: 'bands' }] : []),
            { value: 'whiskers', label: 'whiskers' },
            { value: 'none', label: 'none' },
          ]}
        />
      ) : null}
      {zoom === undefined ? null : (
        <Choice
          label="Vertical axis"
          value={zoom ? 'zoom' : 'full'}
          onChange={(next) => set({ zoom: next === 'zoom' })}
          options={[
            { value: 'full', label: 'full' },
            { value: 'zoom', label: 'zoomed' },
          ]}
        />
      )}
    </>
  );
}
