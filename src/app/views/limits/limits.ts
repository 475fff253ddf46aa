import { blendSummaryFormat } from '../../../experiments/blend/formats';
import { blendLimits } from '../../../experiments/blend/limits';
import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { chunkingLimits } from '../../../experiments/chunking/limits';
import { limitsPage } from '../shared/readingPage';

/** What the controlled experiment does not show. */
export const BlendLimits = limitsPage(blendSummaryFormat, blendLimits);
/** What the chunking benchmark does not show. */
export const ChunkingLimits = limitsPage(chunkingSummaryFormat, chunkingLimits);
