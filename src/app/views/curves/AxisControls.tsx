import { Choice } from '../../components/Choice';
import type { IntervalStyle } from '../../charts/series';

interface AxisControlsProps {
  zoom: boolean;
  intervals?: IntervalStyle;
  set: (patch: { zoom?: boolean; intervals?: IntervalStyle }) => void;
}

/** How a chart is drawn: the same two choices under every chart. */
export function AxisControls({ zoom, intervals, set }: AxisControlsProps) {
  return (
    <>
      {intervals ? (
        <Choice
          label="Intervals"
          value={intervals}
          onChange={(next) => set({ intervals: next })}
          options={[
            { value: 'bands', label: 'bands' },
            { value: 'whiskers', label: 'whiskers' },
            { value: 'none', label: 'none' },
          ]}
        />
      ) : null}
      <Choice
        label="Vertical axis"
        value={zoom ? 'zoom' : 'full'}
        onChange={(next) => set({ zoom: next === 'zoom' })}
        options={[
          { value: 'full', label: 'full' },
          { value: 'zoom', label: 'zoomed' },
        ]}
      />
    </>
  );
}
