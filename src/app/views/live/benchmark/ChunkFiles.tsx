import { useState } from 'react';
import { strategyIds } from '../../../../core/chunking/registry';
import { counted } from '../../../../core/stats/words';
import { offsetUnits, unitNames, type OffsetUnit } from '../../../../datasets/own/chunks';
import { Button } from '../../../components/Button';
import { Explain } from '../../../components/Explain';
import { readTextFile } from '../../../data/benchmarkDocuments';
import {
  addChunkFile,
  removeChunkFile,
  setChunkUnit,
  useChunkFiles,
  type ChunkFile,
} from '../../../state/chunkFiles';
import { formatLocation } from '../../../state/urlState';
import { FileDrop } from './FileDrop';
import { ReadFaults } from './ReadFaults';

/** Chunks that other programs made of the same documents, as rows beside the strategies. */
export function ChunkFiles() {
  const { files } = useChunkFiles();
  const [faults, setFaults] = useState<Error[]>([]);
  const add = async (given: readonly File[]) => {
    const found: Error[] = [];
    for (const file of given) {
      try {
        const { name, text } = await readTextFile(file);
        addChunkFile(name, text, new Set(strategyIds));
      } catch (error) {
        found.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    setFaults(found);
  };
  return (
    <div className="stack gap-2" role="group" aria-labelledby="chunk-files">
      <p id="chunk-files" className="small strong soft">
        Chunks of another program{' '}
        <Explain about="chunks of another program">
          <p>
            JSONL or CSV, a chunk on each line: <code>document</code>, <code>start</code> and <code>end</code>
            , or <code>text</code>, which is then looked for in the order of the lines. Where both stand, the
            text must stand at the offsets. Names that splitters use (<code>start_index</code>,{' '}
            <code>start_char_idx</code>, <code>page_content</code>, <code>metadata.source</code>) are known.
          </p>
          <p>
            Offsets count UTF-16 code units (JavaScript), code points (Python) or UTF-8 bytes. The file may
            name the unit in a field <code>offsetUnit</code>; otherwise it is the one that the texts fit.{' '}
            <a href={formatLocation({ page: 'guide' })}>How to write it</a> from LangChain, LlamaIndex,
            Chonkie or your own program.
          </p>
        </Explain>
      </p>
      <FileDrop
        label="Files of chunks"
        accept=".jsonl,.json,.csv,.tsv"
        onFiles={(given) => void add(given)}
      />
      <ReadFaults faults={faults} onDismiss={() => setFaults([])} />
      {files.map((file) => (
        <FileOfChunks key={file.id} file={file} />
      ))}
    </div>
  );
}

function FileOfChunks({ file: { id, name, unit, read, fault } }: { file: ChunkFile }) {
  return (
    <div className="stack gap-2">
      <div className="row">
        <strong>{name}</strong>
        <label className="small">
          Offsets count{' '}
          <select
            value={unit ?? ''}
            onChange={(event) =>
              setChunkUnit(
                id,
                offsetUnits.find((known): known is OffsetUnit => known === event.target.value) ?? null,
              )
            }
          >
            <option value="">what the file says</option>
            {offsetUnits.map((known) => (
              <option key={known} value={known}>
                {unitNames[known]}
              </option>
            ))}
          </select>
        </label>
        <Button tone="quiet" onClick={() => removeChunkFile(id)}>
          Remove {name}
        </Button>
      </div>
      {read ? (
        <p className="soft small" role="status">
          {counted(read.chunks, 'chunk')} of {counted(read.documents.length, 'document')}
          {read.unit === null ? ', found by their text' : `, offsets in ${unitNames[read.unit]}`}.{' '}
          {read.notices.map((notice) => notice.replace(`${name}: `, '')).join(' ')}
        </p>
      ) : null}
      <ReadFaults faults={fault ? [fault] : []} onDismiss={() => removeChunkFile(id)} />
    </div>
  );
}
