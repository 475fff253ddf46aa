import type { Across, AcrossCorpus } from '../../../analysis/across/across';
import { acrossFileNames, fileOf } from '../../../analysis/kind';
import { isKindId, kindOf } from '../../../experiments/kinds';
import { loadExperimentFile, loadIndex } from '../../data/artifacts';
import { publishedArtifacts } from '../../data/artifactSource';
import { askOnce } from '../../data/askOnce';
import { loadTogether } from '../../data/promiseCache';

/** What every published experiment brings to the table of corpora, drawn in a worker; the promise is always the same. */
export function loadAcross(): Promise<Across> {
  return loadTogether('across', async () => {
    const { value: index } = await loadIndex();
    const corpora = await Promise.all(
      index.experiments.map(async (entry) => {
        if (!isKindId(entry.kind)) return null;
        const kind = await kindOf(entry);
        if (!kind.across) return null;
        const files = await Promise.all(
          acrossFileNames(kind, entry).map(async (name) => {
            const { value } = await loadExperimentFile(
              publishedArtifacts,
              entry,
              name,
              fileOf(kind, name)!.format,
            );
            return [name, value] as const;
          }),
        );
        return kind.across.corpus(new Map<string, unknown>(files));
      }),
    );
    return askOnce<AcrossCorpus[], Across>(
      new Worker(new URL('./across.worker.ts', import.meta.url), { type: 'module', name: 'across' }),
      corpora.filter((corpus) => corpus !== null),
    );
  });
}
