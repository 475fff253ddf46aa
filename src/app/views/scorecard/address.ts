import type { FigureAddress } from '../../../schema/scorecard/scoreTypes';
import { formatLocation } from '../../state/urlState';

/** Addresses of what is behind the figures of an experiment in this page. */
export function addressOf(experiment: string): FigureAddress {
  return (view, params) => formatLocation({ page: 'experiment', experiment, view }, params);
}
