import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { formatJson } from '../../artifact/jsonFormat';
import { packRun } from '../../artifact/runBundle';
import { chunkingStrategies, strategyIds, type StrategyId } from '../../core/chunking/registry';
import type { ChunkingStrategy, CuttingChoice } from '../../core/chunking/strategy';
import { CUTOFFS } from '../../core/metrics/contextTokens';
import type { NeighborCounts } from '../../core/retrieval/neighbors';
import { bytes, count, percent } from '../../core/stats/format';
import type { HeldDocument } from '../../datasets/own/asked';
import {
  chunkRowId,
  offsetUnits,
  readChunks,
  unitNames,
  type ChunkSet,
  type OffsetUnit,
} from '../../datasets/own/chunks';
import { nameOfCorpus, ownEntry } from '../../experiments/chunking/own/entry';
import type { BenchmarkSetup, SecondRetriever, StrategyVariant } from '../../experiments/chunking/own/setup';
import {
  maxVariants,
  readSeparators,
  readSizes,
  secondRetrievers,
  separatorLists,
  settingsOf,
  variantsOf,
  type SizeName,
  type Sizes,
} from '../../experiments/chunking/own/variants';
import { checkWidth } from '../../experiments/chunking/neighbors/widths';
import { blendWeight, setupsOf } from '../../experiments/chunking/measure/setups';
import { publishExperiment } from '../artifacts/store';
import { chunkingText } from '../chunking/files';
import { chunkingScorecard } from '../chunking/scorecard';
import {
  exitCode,
  jsonOption,
  UsageError,
  type Command,
  type CommandCall,
  type ExitCode,
} from '../commandLine';
import type { SqlClient } from '../engine/client';
import type { IndexColumns, RunningIndex } from '../engine/runningIndex';
import { experimentIds, isExperimentId } from '../experiments';
import { checkGates, heldWithinOf, parseGate, type Gate, type GateOutcome } from '../own/gate';
import { namedText, questionsFor, readOwnInput, type OwnInput } from '../own/inputs';
import { createProgress } from '../progress';
import { threadsSetup, type OwnThreadsCall } from '../threads/setup';
import { alignColumns } from '../table';
import { provenanceOf } from './build';

interface RunCall {
  docs: string;
  index: { address: string; columns: IndexColumns } | null;
  questions: string | undefined;
  out: string;
  id: string;
  title: string | undefined;
  variants: StrategyVariant[];
  chunks: string[];
  unit: OffsetUnit | null;
  cutoff: (typeof CUTOFFS)[number];
  neighbors: NeighborCounts;
  embedder: string | null;
  model: string | undefined;
  dimensions: number | undefined;
  retrievers: SecondRetriever[];
  keepWithoutGold: boolean;
  cache: string | undefined;
  fresh: boolean;
  engine: string | undefined;
  gates: Gate[];
}

/** `bench -- run`. */
export const runCommand: Command = {
  usage:
    'run (--docs DIR | --index postgres://… | --threads FILE) (--questions FILE | --facts FILE) --out DIR [options]',
  summary: 'measure documents and questions, or chat threads and facts, of your own',
  details: [
    'The same artifact as the page makes of the same files. DIR holds texts (.txt, .md, .csv, .json, …); a document is called',
    'by its path in it. Questions: CSV or TSV with a header (question, answer, document, family, id), JSON or JSONL of objects',
    'with those names, or a SQuAD-shaped file; --docs may name such a file, and then holds the questions too.',
    '',
    'Strategies, apart by commas, each with sizes of its own where wanted: recursive,fixed_size:chunkSize=128,semantic.',
    `recursive also takes lengthIn=tokens and separators=${Object.keys(separatorLists).join(' or ')}, or strings in double quotes:`,
    `'recursive:lengthIn=tokens:chunkSize=400:separators="\\n\\n" "\\n" ". " " "'.`,
    '',
    '--chunks takes anybody’s chunks of the same documents: on each line document, start and end (with their unit: a field',
    'offsetUnit, or --offset-unit), or text, found in order; where both stand, the text must stand at the offsets.',
    '',
    'Writes --out/<id>/ and --out/index.json, for show, verify, report and a site of your own, and --out/<id>.zip, which the',
    'page opens when it is dropped there. Finished embeddings are kept, so an interrupted run goes on where it stopped.',
    '',
    '--threads takes chat exports (JSON or JSONL, one or many) and measures labelled pieces against whole turns, with the',
    'built-in model unless --embedder names another. --facts holds sentences about what happened, each with its turn: lines',
    '("4: The user …", "Thread title · 4: …"), CSV (fact, turn, thread) or JSON. Bad threads are named, good ones are kept.',
    '',
    '--fail-under makes it a gate: exit code 1 when a row holds less. [ROW:]FIELD[@K]>=NUMBER, fields as show --json names',
    'them, such as ndcgAt10>=0.7, precisionOmega, or within any number of tokens up to 4096: hitWithin@500>=0.85,',
    'spanRecallWithin@1024, evidenceCoverageWithin@2000; also >, <= and <. Without a row every row must hold it. A row or a',
    'field that is not there: exit code 2.',
    '',
    '--engine writes chunks with their vectors into PostgreSQL with pgvector and searches them there, exactly: pglite is one in',
    'this process (kept in .cache/engine, or DIR), postgres:// any server. A run that was interrupted goes on where it stopped.',
    'A password in the address may also come from PGPASSWORD; it is written nowhere.',
    '',
    '--index measures a table with vectors that you run, as it stands: only read-only statements are sent. --table, --id, --text and',
    '--vector name it and its columns, --document, --start and --end those that say where a chunk stands; --embedder must be the',
    'model that filled it. An HNSW or IVFFlat index is measured beside the exact answer of the same table: what it loses is a',
    'stage of its own, and its recall is told at several settings. The artifact is then called by --name.',
    '',
    'openai reads OPENAI_API_KEY; an URL (any compatible endpoint) reads CHUNKSCOPE_API_KEY, where it wants a key.',
  ].join('\n'),
  options: {
    docs: { type: 'string', value: 'DIR', help: 'folder of documents, or one file' },
    questions: { type: 'string', value: 'FILE', help: 'questions with their answers' },
    threads: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'chat messages of your own instead of documents; repeat it for several',
    },
    facts: { type: 'string', value: 'FILE', help: 'facts of --threads, each with its turn' },
    'piece-bytes': {
      type: 'string',
      value: 'LIST',
      help: 'with --threads: sizes of a piece with its label, the first for the figures, all for the sweep (1200)',
    },
    places: { type: 'string', value: 'X', help: 'with --threads: places of a part (5)' },
    threshold: { type: 'string', value: 'COSINE', help: 'with --threads: least cosine of a place (0.35)' },
    strategies: {
      type: 'string',
      value: 'LIST',
      help: `${strategyIds.join(', ')} (all); none with --chunks`,
    },
    chunks: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'chunks of another program, JSONL or CSV, as a row beside ours; repeat it for several',
    },
    'offset-unit': {
      type: 'string',
      value: 'UNIT',
      help: `what offsets of --chunks count: ${offsetUnits.join(', ')} (what their texts or the file say)`,
      choices: offsetUnits,
    },
    k: { type: 'string', value: 'N', help: `cutoff of the table that is printed: ${CUTOFFS.join(', ')} (5)` },
    neighbors: {
      type: 'string',
      value: 'P/N',
      help: 'a width of neighbor expansion besides the usual ones: P chunks before, N after each hit',
    },
    embedder: { type: 'string', value: 'NAME', help: 'local, openai or an URL; none: BM25 alone' },
    model: { type: 'string', value: 'NAME', help: 'model of openai or of the endpoint' },
    dimensions: { type: 'string', value: 'N', help: 'length of its vectors' },
    retrievers: {
      type: 'string',
      value: 'LIST',
      help: `with --embedder: ${secondRetrievers.join(', ')} (all)`,
    },
    engine: {
      type: 'string',
      value: 'NAME',
      help: 'with --embedder: where vectors are searched: kernel, pglite[:DIR] or postgres://… (kernel)',
    },
    index: {
      type: 'string',
      value: 'URL',
      help: 'a PostgreSQL with the table that you search: postgres://…',
    },
    table: { type: 'string', value: 'NAME', help: 'with --index: the table, or schema.table' },
    text: { type: 'string', value: 'COLUMN', help: 'with --index: text of a chunk' },
    vector: { type: 'string', value: 'COLUMN', help: 'with --index: its vector' },
    document: { type: 'string', value: 'COLUMN', help: 'with --index: its document' },
    start: { type: 'string', value: 'COLUMN', help: 'with --index: where it starts there' },
    end: { type: 'string', value: 'COLUMN', help: 'with --index: where it ends there' },
    name: { type: 'string', value: 'ID', help: 'with --index: name of the artifact (own-run)' },
    'keep-without-gold': {
      type: 'boolean',
      help: 'keep questions without an answer in the figures, as misses',
    },
    'fail-under': { type: 'string', multiple: true, value: 'GATE', help: 'what rows must hold; repeat it' },
    id: {
      type: 'string',
      value: 'ID',
      help: 'name of the artifact (own-run); with --index: the column that names a row',
    },
    title: { type: 'string', value: 'TEXT', help: 'title of the artifact' },
    out: { type: 'string', value: 'DIR', help: 'artifacts folder to write into' },
    cache: { type: 'string', value: 'DIR', help: 'folder of kept embeddings (.cache/embeddings)' },
    fresh: { type: 'boolean', help: 'embed everything again instead of reading the vector cache' },
    ...jsonOption,
  },
  run: async (call) => {
    if (call.values['threads'] !== undefined) {
      const { runOwnThreads } = await import('../threads/own');
      return runOwnThreads(call, readThreadsCall(call));
    }
    const wanted = readCall(call);
    const opened = wanted.index && (await openIndex(wanted.index, wanted.questions));
    try {
      return await measure(call, wanted, opened);
    } finally {
      await opened?.client.close();
    }
  },
};

async function measure(call: CommandCall, wanted: RunCall, opened: OpenedIndex | null): Promise<ExitCode> {
  const { output, signal, line, values } = call;
  const started = new Date();
  const progress = createProgress(output);
  const { documents, questions, notices } =
    opened ?? (await readOwnInput(wanted.docs, wanted.questions, wanted.chunks));
  const chunkSets = opened ? [opened.running.chunks] : await readChunkSets(wanted, documents, notices);
  for (const notice of notices) progress.note(notice);
  // What the run needs is loaded only by it: the model's libraries are large.
  const { measureOwn } = await import('../own/measure');
  const { embedderName, openEmbedder } = await import('../own/embedder');
  const { openEngine } = await import('../engine/open');
  const { createDiskCache } = await import('../embeddings/diskCache');
  const { embedder, variants, retrievers, neighbors, id, gates } = wanted;
  const setup: BenchmarkSetup = {
    variants,
    chunkSets,
    keepWithoutGold: wanted.keepWithoutGold,
    embedding:
      embedder === null
        ? null
        : {
            name: embedderName(embedder),
            retrievers: opened ? indexRetrievers(opened.running) : retrievers,
            focusWeight: opened ? 1 : blendWeight,
          },
  };
  const description = {
    id,
    title: wanted.title ?? `My text: ${nameOfCorpus(documents)}`,
    corpusName: nameOfCorpus(documents),
    neighbors,
  };
  if (gates.length > 0) {
    // A gate that cannot be read should not be found out after an hour.
    const tried = await measureOwn({
      documents: [{ id: 'a', text: 'One sentence.' }],
      questions: [{ id: 'q', text: 'One?', answers: ['one'], document: null, marks: [], family: null }],
      setup: {
        ...setup,
        variants: variants.length > 0 ? variants : variantsOf(['paragraph'], {}).variants,
        chunkSets: [],
        embedding: null,
      },
      description,
      provider: null,
      progress: { note: () => undefined, step: () => undefined, end: () => undefined },
      signal,
    });
    const [row, ...others] = chunkingScorecard(tried.summary).rows;
    const known = setupsOf([...variants, ...chunkSets], setup.embedding?.name ?? null).filter(
      ({ table, retriever }) => table === 'main' || retrievers.some((own) => own === retriever),
    );
    checkGates(
      gates,
      [
        ...known.map((own) => ({ ...row, row: own.row, table: own.table })),
        ...others.filter(({ table }) => table === 'neighbors'),
      ],
      () => null,
    );
  }
  const cache =
    wanted.fresh || embedder === null ? null : createDiskCache(wanted.cache && resolve(wanted.cache));
  const provider = embedder === null ? null : await openEmbedder(embedder, wanted, cache);
  const engine = await openEngine(wanted.engine);
  const { files, summary, buildMs } = await measureOwn({
    documents,
    questions,
    setup,
    description,
    provider,
    engine: engine ?? undefined,
    running: opened?.running,
    progress,
    signal,
  }).finally(() => {
    cache?.close();
    return engine?.close();
  });
  signal.throwIfAborted();
  const texts = files.map(chunkingText);
  const provenance = await provenanceOf(line, started, {
    packages: ['gpt-tokenizer', 'unicode-segmenter', 'd3-array', 'd3-random'],
    measurements: { buildMs },
  });
  const out = resolve(wanted.out);
  const entry = await publishExperiment(
    out,
    { id, kind: 'chunking', ...ownEntry(summary, 'on the command line', files), provenance },
    texts,
    experimentIds,
  );
  const zip = join(out, `${id}.zip`);
  await mkdir(out, { recursive: true });
  await writeFile(
    `${zip}.part`,
    packRun({
      entry,
      files: new Map(texts.map(({ name, text }) => [name, new TextEncoder().encode(text)])),
    }),
  );
  await rename(`${zip}.part`, zip);
  const { rows } = chunkingScorecard(summary);
  const outcomes = checkGates(gates, rows, heldWithinOf(files, summary));
  const folder = relative(process.cwd(), join(out, id)) || '.';
  if (values['json'])
    output.out(
      formatJson({
        id,
        folder,
        headline: summary.headline,
        notices,
        files: entry.files.map(({ name, bytes }) => ({ name, bytes })),
        rows,
        gates: outcomes,
      }),
    );
  else
    output.out(
      [
        `${folder}: ${texts.length} files, ${bytes(entry.files.reduce((sum, file) => sum + file.bytes, 0))}; drop ${folder}.zip on the page to open it`,
        summary.headline,
        '',
        tableOf(rows, wanted.cutoff),
        ...outcomes.map(lineOf),
        '',
      ].join('\n'),
    );
  const failed = outcomes.filter(({ ok }) => !ok);
  if (values['json'] && failed.length > 0) output.err(`${failed.map(lineOf).join('\n')}\n`);
  return failed.length > 0 ? exitCode.failed : exitCode.done;
}

interface OpenedIndex extends OwnInput {
  client: SqlClient;
  running: RunningIndex;
}

const indexRetrievers = ({ method }: RunningIndex): NonNullable<BenchmarkSetup['embedding']>['retrievers'] =>
  method ? ['embedding', 'index'] : ['embedding'];

/** A table with its questions; the connection stays open for the searches. */
async function openIndex(
  { address, columns }: NonNullable<RunCall['index']>,
  questions: string | undefined,
): Promise<OpenedIndex> {
  if (questions === undefined)
    throw new UsageError('run needs --questions FILE: what is asked, and the answers');
  const file = await namedText('--questions', questions);
  const { connect } = await import('../engine/client');
  const { openRunningIndex } = await import('../engine/runningIndex');
  const client = await connect(address);
  if (!client) throw new UsageError('--index is no address, expected postgres://… or pglite:DIR');
  try {
    const running = await openRunningIndex(client, columns);
    const { documents } = running;
    const { questions: asked, notices } = questionsFor(file, documents);
    return { client, running, documents, questions: asked, notices: [...running.notices, ...notices] };
  } catch (error) {
    await client.close();
    throw error;
  }
}

const lineOf = ({ gate, row, value, wanted, ok }: GateOutcome): string =>
  `${ok ? 'ok     ' : 'FAILED '} ${row}: ${gate.replace(/\s+/g, '')}: found ${value ?? 'no figure'}, wanted ${wanted}`;

/** The rows at one cutoff, with what budgets of tokens hold. */
function tableOf(rows: readonly Record<string, unknown>[], cutoff: number): string {
  const at = (row: Record<string, unknown>, field: string, key: number): string =>
    percent((row[field] as Record<number, number | null>)[key] ?? null);
  return alignColumns([
    ['', `hit@${cutoff}`, `evidence coverage@${cutoff}`, 'hit within 512 tokens', 'precision Ω', 'contexts'],
    ...rows
      .filter(({ table }) => table !== 'neighbors')
      .map((row) => [
        String(row['row']),
        at(row, 'hitAt', cutoff),
        at(row, 'evidenceCoverageAt', cutoff),
        at(row, 'hitWithin', 512),
        percent(row['precisionOmega'] as number | null),
        String(row['contexts']),
      ]),
  ]);
}

/** What every run names, whatever it measures. */
function commonOf({ values, positionals }: CommandCall) {
  if (positionals.length > 0)
    throw new UsageError(`run takes files by --docs and --questions, found "${positionals[0]}" as well`);
  const textOf = (name: string): string | undefined =>
    typeof values[name] === 'string' ? values[name] : undefined;
  const needed = (name: string, what: string): string => {
    const value = textOf(name);
    if (value === undefined) throw new UsageError(`run needs --${name} ${what}`);
    return value;
  };
  const id = (option: 'id' | 'name' = 'id'): string => {
    const given = textOf(option) ?? 'own-run';
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(given))
      throw new UsageError(
        `--${option} is "${given}", expected lower-case letters, digits and single hyphens`,
      );
    if (isExperimentId(given))
      throw new UsageError(
        `--${option} is "${given}", which is an experiment that is built here; expected another name`,
      );
    return given;
  };
  return { textOf, needed, id };
}

/** Options that say how documents are cut and searched, and nothing of threads. */
const documentOptions = [
  'docs',
  'questions',
  'strategies',
  'chunks',
  'offset-unit',
  'k',
  'neighbors',
  'retrievers',
  'engine',
  'index',
  'keep-without-gold',
  'fail-under',
];
const indexOptions = ['table', 'text', 'vector', 'document', 'start', 'end', 'name'];
const threadOptions = ['facts', 'piece-bytes', 'places', 'threshold'];

function refuse({ values }: CommandCall, names: readonly string[], why: string): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} ${why}`);
}

/** The table of `--index` with its columns; null without it. */
function indexFrom(call: CommandCall): RunCall['index'] {
  const { textOf, needed } = commonOf(call);
  const address = textOf('index');
  if (address === undefined) {
    refuse(call, indexOptions, 'goes with --index');
    return null;
  }
  refuse(
    call,
    ['docs', 'chunks', 'strategies', 'retrievers', 'engine', 'offset-unit', 'neighbors'],
    'does not go with --index',
  );
  const [start, end] = [textOf('start'), textOf('end')];
  if ((start === undefined) !== (end === undefined)) throw new UsageError('--start and --end go together');
  if (start !== undefined && textOf('document') === undefined)
    throw new UsageError('--start and --end need --document');
  return {
    address,
    columns: {
      table: needed('table', 'NAME, the table of --index'),
      id: needed('id', 'COLUMN, which names a row'),
      text: needed('text', 'COLUMN, the text of a chunk'),
      vector: needed('vector', 'COLUMN, its vector'),
      document: textOf('document'),
      start,
      end,
    },
  };
}

/** The options of a call on threads, or a `UsageError` in words. */
function readThreadsCall(call: CommandCall): OwnThreadsCall {
  const { values } = call;
  const { textOf, needed, id } = commonOf(call);
  refuse(call, documentOptions, 'is about documents and does not go with --threads');
  return {
    threads: Array.isArray(values['threads']) ? values['threads'] : [],
    facts: needed('facts', 'FILE, sentences about what happened, each with its turn'),
    out: needed('out', 'DIR, an artifacts folder to write into'),
    id: id(),
    title: textOf('title'),
    embedder: textOf('embedder') ?? 'local',
    model: textOf('model'),
    dimensions: dimensionsFrom(textOf('dimensions')),
    cache: textOf('cache'),
    fresh: values['fresh'] === true,
    setup: threadsSetup(textOf),
  };
}

/** The options of a call, or a `UsageError` in words. */
function readCall(call: CommandCall): RunCall {
  const { values } = call;
  const { textOf, needed, id: idOf } = commonOf(call);
  refuse(call, threadOptions, 'goes with --threads');
  const index = indexFrom(call);
  const docs = index ? '' : needed('docs', 'DIR, the documents');
  const out = needed('out', 'DIR, an artifacts folder to write into');
  const id = idOf(index ? 'name' : 'id');
  const embedder = textOf('embedder') ?? null;
  for (const name of ['model', 'dimensions', 'retrievers', 'engine'])
    if (embedder === null && values[name] !== undefined)
      throw new UsageError(`--${name} goes with --embedder`);
  const { chunks, 'fail-under': gates } = values;
  if (values['offset-unit'] !== undefined && chunks === undefined)
    throw new UsageError('--offset-unit goes with --chunks');
  if (index && embedder === null)
    throw new UsageError('--index needs --embedder, the model that the table was filled with');
  return {
    docs,
    index,
    questions: textOf('questions'),
    out,
    id,
    title: textOf('title'),
    variants: index ? [] : variantsFrom(textOf('strategies'), Array.isArray(chunks)),
    chunks: Array.isArray(chunks) ? chunks : [],
    unit: offsetUnits.find((known) => known === values['offset-unit']) ?? null,
    cutoff: cutoffFrom(textOf('k')),
    neighbors: widthFrom(textOf('neighbors')),
    embedder,
    model: textOf('model'),
    dimensions: dimensionsFrom(textOf('dimensions')),
    retrievers: retrieversFrom(textOf('retrievers')),
    keepWithoutGold: values['keep-without-gold'] === true,
    cache: textOf('cache'),
    fresh: values['fresh'] === true,
    engine: textOf('engine'),
    gates: Array.isArray(gates) ? gates.map(parseGate) : [],
  };
}

/** The chunks of every file, with what is good to know of them. */
async function readChunkSets(
  { chunks, unit, variants }: RunCall,
  documents: readonly HeldDocument[],
  notices: string[],
): Promise<ChunkSet[]> {
  const taken = new Set(variants.map(({ id }) => id));
  const sets: ChunkSet[] = [];
  for (const path of chunks) {
    const { name, text } = await namedText('--chunks', path);
    const read = readChunks(name, text, documents, unit);
    const id = chunkRowId(name, taken);
    taken.add(id);
    sets.push({ id, label: name, file: name, documents: read.documents });
    notices.push(
      `${name}: ${count(read.chunks)} chunks, row ${id}${read.unit === null ? ', found by their text' : `, offsets in ${unitNames[read.unit]}`}.`,
      ...read.notices,
    );
  }
  if (variants.length + sets.length > maxVariants)
    throw new UsageError(
      `${variants.length + sets.length} rows are too many: at most ${maxVariants} strategies and files of chunks`,
    );
  return sets;
}

/** Parts of a text between signs that stand outside quotes. */
const splitAt = (sign: ',' | ':', text: string): string[] =>
  text.split(new RegExp(`${sign}(?=(?:[^"]*"[^"]*")*[^"]*$)`));

const partsOf = (list: string): string[] =>
  splitAt(',', list)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The strategies that are named; `none` where others' chunks are the only rows. */
function variantsFrom(list: string | undefined, hasChunks: boolean): StrategyVariant[] {
  if (list === 'none' && hasChunks) return [];
  const parts = list === undefined ? strategyIds : partsOf(list);
  const variants = parts.flatMap((part) => {
    const [name, ...settings] = splitAt(':', part);
    const id = strategyIds.find((known) => known === name);
    if (!id) throw new UsageError(`--strategies: there is no "${name}"; there are ${strategyIds.join(', ')}`);
    const { sizes, cutting } = settingsFrom(id, settings);
    const { variants, problems } = variantsOf([id], { [id]: sizes }, 0, cutting);
    if (problems[0] !== undefined) throw new UsageError(`--strategies: ${problems[0]}`);
    return variants;
  });
  const twice = variants.find(({ id }, at) => variants.findIndex((other) => other.id === id) < at);
  if (twice) throw new UsageError(`--strategies names ${twice.id} twice`);
  if (variants.length === 0 || variants.length > maxVariants)
    throw new UsageError(`--strategies makes ${variants.length} rows, expected 1 to ${maxVariants}`);
  return variants;
}

/** What is set of one strategy, such as `chunkSize=128`. */
function settingsFrom(
  strategy: StrategyId,
  parts: readonly string[],
): { sizes: NonNullable<Sizes[StrategyId]>; cutting: CuttingChoice } {
  const { choosesCutting }: ChunkingStrategy = chunkingStrategies[strategy];
  const sizes: Partial<Record<SizeName, readonly number[]>> = {};
  const cutting: CuttingChoice = {};
  const refused = (problem: string) => new UsageError(`--strategies: ${strategy}: ${problem}`);
  for (const part of parts) {
    const at = part.includes('=') ? part.indexOf('=') : part.length;
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    const setting = settingsOf(strategy).find((known) => known.name === name);
    if (setting) {
      const read = readSizes(value, setting);
      if ('problem' in read) throw refused(read.problem);
      sizes[setting.name] = read.values;
    } else if (choosesCutting && name === 'lengthIn') {
      if (value !== 'tokens' && value !== 'characters')
        throw refused(`lengthIn is "${value}", expected tokens or characters`);
      if (value === 'tokens') cutting.lengthIn = value;
    } else if (choosesCutting && name === 'separators') {
      const read = readSeparators(value);
      if ('problem' in read) throw refused(read.problem);
      if (read.separators) cutting.separators = read.separators;
    } else {
      const known = [
        ...settingsOf(strategy).map((own) => own.name),
        ...(choosesCutting ? ['lengthIn', 'separators'] : []),
      ];
      throw new UsageError(
        `--strategies: ${strategy} has no setting "${name}"; it has ${known.join(', ') || 'none'}`,
      );
    }
  }
  return { sizes, cutting };
}

function cutoffFrom(given: string | undefined): (typeof CUTOFFS)[number] {
  const cutoff = CUTOFFS.find((known) => String(known) === (given ?? '5'));
  if (cutoff === undefined) throw new UsageError(`--k is "${given}", expected ${CUTOFFS.join(', ')}`);
  return cutoff;
}

function widthFrom(given: string | undefined): NeighborCounts {
  if (given === undefined) return { neighborPrev: 0, neighborNext: 0 };
  const parts = /^±?(\d+)\/(\d+)$/.exec(given);
  const width = { neighborPrev: Number(parts?.[1]), neighborNext: Number(parts?.[2]) };
  try {
    checkWidth(width);
  } catch (error) {
    throw new UsageError(`--neighbors is "${given}", expected P/N such as 1/1: ${(error as Error).message}`);
  }
  return width;
}

function dimensionsFrom(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(given))
    throw new UsageError(`--dimensions is "${given}", expected a whole number above 0`);
  return Number(given);
}

function retrieversFrom(list: string | undefined): SecondRetriever[] {
  if (list === undefined) return [...secondRetrievers];
  const named = partsOf(list);
  const unknown = named.find((name) => !secondRetrievers.some((known) => known === name));
  if (unknown !== undefined || named.length === 0)
    throw new UsageError(`--retrievers: found "${unknown ?? list}", expected ${secondRetrievers.join(', ')}`);
  return secondRetrievers.filter((known) => named.includes(known));
}
