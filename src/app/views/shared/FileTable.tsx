import { format } from '../../../core';
import type { ArtifactSource } from '../../data/artifactSource';
import { downloadFile } from '../../components/download';
import type { ExperimentEntry } from '../../../schema/indexFile';
import { PlainTable } from './Prose';
import { Button } from '../../components/Button';

/** The files behind an experiment, each to download, with size and hash. */
export function FileTable({ source, entry }: { source: ArtifactSource; entry: ExperimentEntry }) {
  const download = async (name: string) => downloadFile(name, 'application/json', await source.read(`${entry.id}/${name}`));
  return (
    <PlainTable
      caption={`${entry.files.length} files; the hash is SHA-256`}
      head={['File', 'Size', 'Hash', 'Get it']}
      rows={entry.files.map((file) => [
        file.name,
        format.bytes(file.bytes),
        <code key="hash" title={file.sha256}>
          {file.sha256.slice(0, 12)}…
        </code>,
        <Button key="get" tone="quiet" aria-label={`Download ${file.name}`} onClick={() => void download(file.name)}>
          Download
        </Button>,
      ])}
    />
  );
}
