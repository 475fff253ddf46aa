import type { LiveParams } from './liveParams';
import type { ChosenProvider } from './useProviderChoice';

/** What every mode of the live panel is given. */
export interface LiveModeProps {
  params: LiveParams;
  chosen: ChosenProvider;
}
