import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { bytes } from '../../core/stats/format';
import { artifactFormat } from '../../schema/artifactFormats';
import { decode } from '../../schema/decode';
import { ArtifactError } from '../../schema/errors';
import { parseJsonText } from '../../schema/jsonText';
import { reportFileNames } from '../../schema/report/contents';
import { buildReport } from '../../schema/report/report';
import { readArtifact, readIndex, sha256 } from '../artifacts/store';
import { exitCode, UsageError, type Command } from '../commandLine';
import { artifactsFolder, artifactsOption, namedExperiment } from './show';

/** `bench -- report <id> --out FILE`. */
export const reportCommand: Command = {
  usage: 'report <experiment> --out FILE',
  summary: 'write an experiment as one HTML file',
  details: ['One file under 1 MB that opens from disk without a network: the result for somebody who decides, tables, curves,', 'comparisons, misses and provenance for somebody who checks. The figures are those of the page and of show.'].join('\n'),
  options: { out: { type: 'string', value: 'FILE', help: 'file to write' }, artifacts: artifactsOption },
  run: async ({ values, positionals, output }) => {
    const root = artifactsFolder(values);
    const id = await namedExperiment(root, 'report', positionals);
    if (typeof values['out'] !== 'string') throw new UsageError('report needs --out FILE, the file to write');
    const entry = (await readIndex(root)).experiments.find((experiment) => experiment.id === id)!;
    const files = new Map<string, unknown>();
    for (const name of reportFileNames(entry)) {
      const content = await readArtifact(root, id, name);
      const listed = entry.files.find((file) => file.name === name)!.sha256;
      const found = sha256(content);
      if (found !== listed) throw new ArtifactError({ kind: 'hash-mismatch', file: `${id}/${name}`, found: `SHA-256 ${found}`, expected: `${listed}, as the index lists` });
      files.set(name, decode(artifactFormat(entry.kind, name)!, name, parseJsonText(name, content).value));
    }
    const page = buildReport(entry, files);
    const file = resolve(values['out']);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.part`, page);
    await rename(`${file}.part`, file);
    output.out(`${values['out']}: ${bytes(Buffer.byteLength(page))}\n`);
    return exitCode.done;
  },
};
