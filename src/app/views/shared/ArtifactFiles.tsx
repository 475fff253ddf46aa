import { useState } from 'react';
import { Table } from '../../components/table/Table';
import { bytes, count } from '../../../core/stats/format';
import type { FileEntry } from '../../../artifact/indexFile';
import { Button } from '../../components/Button';
import { downloadFile } from '../../components/download';
import { Notice } from '../../components/Notice';
import { sha256Hex } from '../../../artifact/sha256';
import { formatLocation } from '../../state/urlState';
import type { OpenExperiment } from '../openExperiment';
import styles from './ArtifactFiles.module.css';

interface ArtifactFilesProps {
  experiment: OpenExperiment;
  /** Files that are also offered together. */
  archive?: { name: string; files: readonly string[] };
}

/** The files behind the figures, to take away; each is checked against the index as it is saved. */
export function ArtifactFiles({ experiment, archive }: ArtifactFilesProps) {
  const { entry } = experiment;
  const [state, setState] = useState<{ tone: 'info' | 'good' | 'bad'; text: string } | null>(null);
  const folders = groupByFolder(entry.files);
  const run = (what: string, task: () => Promise<string>) => {
    setState({ tone: 'info', text: `Reading ${what} …` });
    task().then(
      (text) => setState({ tone: 'good', text }),
      (error: Error) => setState({ tone: 'bad', text: `${what} could not be saved: ${error.message}` }),
    );
  };
  const fetchOne = (file: FileEntry) =>
    run(file.name, async () => {
      const { content, verdict } = await readChecked(experiment, file);
      downloadFile(`${entry.id}-${file.name}`, 'application/json', content);
      return `${file.name}: ${verdict}.`;
    });
  const fetchArchive = (name: string, names: readonly string[]) =>
    run(name, async () => {
      const files = entry.files.filter((file) => names.includes(file.name));
      const contents = await Promise.all(files.map((file) => readChecked(experiment, file)));
      const { zipFiles } = await import('./zipFiles');
      const zip = await zipFiles(
        files.map((file, index) => ({ name: file.name, content: contents[index]!.content })),
      );
      downloadFile(name, 'application/zip', zip);
      return `${name} (${bytes(zip.length)}): ${files.map((file, index) => `${file.name} ${contents[index]!.verdict}`).join('; ')}.`;
    });

  return (
    <section className="stack no-print" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <p>
        Every number of this experiment comes from these files. Each is checked against its SHA-256 when it is
        downloaded. The{' '}
        <a href={formatLocation({ page: 'doctor' }, { experiment: entry.id })}>check of figures</a> computes
        again what follows from them.
      </p>
      {archive && archive.files.every((name) => entry.files.some((file) => file.name === name)) ? (
        <p className="row">
          <Button tone="primary" onClick={() => fetchArchive(archive.name, archive.files)}>
            Download {archive.name}
          </Button>
          <span className="soft small">{archive.files.join(' and ')}, zipped in this page</span>
        </p>
      ) : null}
      {state ? <Notice tone={state.tone}>{state.text}</Notice> : null}
      {folders.map(({ folder, files }) =>
        folder === '' ? (
          <FileTable key={folder} caption={`Files of ${entry.id}`} files={files} onFetch={fetchOne} />
        ) : (
          <details key={folder}>
            <summary>
              {folder}/: {files.length === 1 ? '1 file' : `${count(files.length)} files`},{' '}
              {bytes(files.reduce((sum, file) => sum + file.bytes, 0))}
            </summary>
            <FileTable caption={`Files of ${entry.id}/${folder}`} files={files} onFetch={fetchOne} />
          </details>
        ),
      )}
    </section>
  );
}

function FileTable({
  caption,
  files,
  onFetch,
}: {
  caption: string;
  files: readonly FileEntry[];
  onFetch: (file: FileEntry) => void;
}) {
  return (
    <div className="scroll-x" role="region" aria-label={caption} tabIndex={0}>
      <Table className={`full table figures ${styles.table}`}>
        <caption>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Size</th>
            <th scope="col" className={styles.hash}>
              SHA-256
            </th>
            <th scope="col">
              <span className="visually-hidden">Download</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.name}>
              <th scope="row">{file.name}</th>
              <td className="number">{bytes(file.bytes)}</td>
              <td className={styles.hash}>{file.sha256}</td>
              <td>
                <Button tone="quiet" aria-label={`Download ${file.name}`} onClick={() => onFetch(file)}>
                  Download
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

async function readChecked(
  { source, entry }: OpenExperiment,
  file: FileEntry,
): Promise<{ content: Uint8Array; verdict: string }> {
  const read = await source.read(`${entry.id}/${file.name}`, { sha256: file.sha256 });
  const content = typeof read === 'string' ? new TextEncoder().encode(read) : read;
  const actual = await sha256Hex(content);
  if (actual === null)
    return { content, verdict: `${bytes(content.length)}, not checked (this page is not served over https)` };
  if (actual !== file.sha256)
    return {
      content,
      verdict: `is not the file that the index lists (SHA-256 ${actual.slice(0, 12)}… instead of ${file.sha256.slice(0, 12)}…)`,
    };
  return { content, verdict: `${bytes(content.length)}, SHA-256 as listed` };
}

function groupByFolder(files: readonly FileEntry[]): { folder: string; files: FileEntry[] }[] {
  const folders = new Map<string, FileEntry[]>();
  for (const file of files) {
    const folder = file.name.includes('/') ? file.name.slice(0, file.name.lastIndexOf('/')) : '';
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].map(([folder, members]) => ({ folder, files: members }));
}
