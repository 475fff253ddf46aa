import { chunkingFinding } from '../experiments/chunking/finding';
import { runBenchmark } from '../experiments/chunking/measure/benchmark';
import { committedStrategies } from '../experiments/chunking/measure/strategyIndex';
import { corpusHashInput } from '../datasets/corpus';
import { benchmarkDraw, publishedCorpora } from '../datasets/published';
import { chunkingFiles } from '../experiments/chunking/files';
import type { ChunkingSummary } from '../experiments/chunking/formats';
import { squadReader } from '../datasets/squad/squadReader';
import type { ExperimentEntry } from '../artifact/indexFile';

export interface AuthoredParagraph {
  context: string;
  /** Question, then its answers. */
  asked: readonly (readonly [question: string, ...answers: string[]])[];
}

export interface AuthoredArticle {
  title: string;
  paragraphs: readonly AuthoredParagraph[];
}

/** Texts of our own in the shape of SQuAD: left to right, right to left, without spaces, with emoji, and one long. */
const authored: readonly AuthoredArticle[] = [
  {
    title: 'Harbour_of_Velm',
    paragraphs: [
      {
        context:
          'The harbour of Velm was dug by hand between 1811 and 1819. Its first pier was built of larch, because the oak of the region had been sold to the shipyards in the south. A lamp was lit on the pier head every evening, and its keeper, Ada Morrow, wrote down each ship that passed. Her lists fill forty-one notebooks. They are the oldest record of traffic on that coast, and pilots still quote them.',
        asked: [
          ['Who kept the lamp on the pier of Velm?', 'Ada Morrow', 'Ada Morrow'],
          ['What was the first pier built of?', 'larch'],
        ],
      },
      {
        context:
          'In 1874 a storm broke the pier in two. The town voted to rebuild it in stone, and paid for that with a toll on salted fish. The toll was meant to last five years; it was lifted after twenty-six. Fishermen called the new pier the Herring, since herring had paid for every block of it. Ships above 300 tons could now lie alongside at any tide, which none of the neighbouring harbours allowed.',
        asked: [
          ['How long was the toll on salted fish kept?', 'twenty-six', 'twenty-six years'],
          ['Why was the new pier called the Herring?', 'herring had paid for every block of it'],
        ],
      },
      {
        context:
          'Today the harbour serves ferries. A tide gauge on the Herring sends its readings every six minutes, and the lamp is lit once a year, on the first of May.',
        asked: [['How often does the tide gauge send its readings?', 'every six minutes']],
      },
    ],
  },
  {
    title: 'منارة_فيلم',
    paragraphs: [
      {
        context:
          'بُنيت المنارة على صخرة في البحر. كانت حارستها ترى السفن من بعيد، وتكتب أسماءها في دفتر أزرق. عدد الدفاتر 41 دفترًا، وما زالت محفوظة في المدينة.',
        asked: [['ما لون الدفتر؟', 'أزرق']],
      },
      {
        context: 'في الشتاء يغطي الضباب الساحل (fog) ولا يُسمع إلا الجرس.',
        asked: [['ماذا يُسمع في الضباب؟', 'الجرس']],
      },
    ],
  },
  {
    title: '港口的灯',
    paragraphs: [
      {
        context:
          '港口的灯每天傍晚点亮。守灯人把每一艘船都记在本子上。她一共写了四十一本。今天这些本子保存在市图书馆里，人人都可以去看。',
        asked: [['守灯人一共写了多少本？', '四十一本']],
      },
      {
        context: '风暴在冬天折断了木码头。镇上的人决定用石头重建，费用来自腌鱼税。',
        asked: [['重建的费用来自哪里？', '腌鱼税']],
      },
    ],
  },
  {
    title: 'Signals & <flags> 🚩',
    paragraphs: [
      {
        context:
          'A keeper signals with flags: 🚩 means wait, 👩🏽‍🚒 on the board means the fire crew is out, 🇩🇪🇫🇷 names two ports. Nobody says <img src=x onerror=alert(1)> & "stop" aloud.',
        asked: [['What does 🚩 mean?', 'wait']],
      },
    ],
  },
  {
    title: 'Long_roll',
    paragraphs: Array.from({ length: 60 }, (_, year) => ({
      context: Array.from(
        { length: 9 },
        (__, entry) =>
          `In the year ${1820 + year}, on day ${entry * 37 + 3}, the vessel number ${year * 9 + entry} carried ${(year * 31 + entry * 17) % 90} barrels of ${['salt', 'tar', 'rye', 'oil', 'wool'][(year + entry) % 5]} past the pier.`,
      ).join(' '),
      asked:
        year % 6 === 0
          ? [
              [
                `What did vessel number ${year * 9 + 4} carry?`,
                `${(year * 31 + 68) % 90} barrels of ${['salt', 'tar', 'rye', 'oil', 'wool'][(year + 4) % 5]}`,
              ],
            ]
          : [],
    })),
  },
];

/** The authored texts, and more where a test brings them, as a file in SQuAD's shape. */
export function authoredSquadFile(more: readonly AuthoredArticle[] = []): string {
  let number = 0;
  return JSON.stringify({
    version: '1.1',
    data: [...authored, ...more].map(({ title, paragraphs }) => ({
      title,
      paragraphs: paragraphs.map(({ context, asked }) => ({
        context,
        qas: asked.map(([question, ...answers]) => ({
          id: `q${String(++number).padStart(3, '0')}`,
          question,
          answers: answers.map((text) => ({ text, answer_start: context.indexOf(text) })),
        })),
      })),
    })),
  });
}

export interface AuthoredExperiment {
  entry: ExperimentEntry;
  summary: ChunkingSummary;
  /** Files by path below `artifacts/`, the index among them. */
  files: Map<string, string>;
  /** The file that brings the text. */
  squad: string;
}

/**
 * A chunking experiment on the authored texts, measured as the published one is, with BM25
 * and estimated tokens. `sha256` gives the hash of a text in hex.
 */
export async function authoredExperiment(
  sha256: (text: string) => string | Promise<string>,
  {
    text = 'not included',
    more = [],
  }: { text?: 'included' | 'not included'; more?: readonly AuthoredArticle[] } = {},
): Promise<AuthoredExperiment> {
  const squad = authoredSquadFile(more);
  const { corpus } = squadReader.read([{ name: 'authored.json', content: squad }], { draw: benchmarkDraw });
  const run = await runBenchmark(corpus, committedStrategies(), undefined);
  const id = 'authored-chunks';
  const made = await chunkingFiles(run, {
    id,
    title: 'Authored chunks',
    question: 'Where do the chunks of the authored texts begin and end?',
    headline: () => 'A small corpus of our own.',
    model: null,
    corpus: {
      name: 'the authored texts',
      hash: await sha256(corpusHashInput(corpus)),
      licence: 'MIT',
      text,
      source: null,
      sample: publishedCorpora.squadDev.draw.random,
    },
    draws: 50,
    switches: false,
  });
  const files = new Map(made.map(({ name, value }) => [`${id}/${name}`, JSON.stringify(value)]));
  const listed = await Promise.all(
    [...files].map(async ([path, content]) => ({
      name: path.slice(id.length + 1),
      sha256: await sha256(content),
      bytes: new TextEncoder().encode(content).byteLength,
    })),
  );
  const entry: ExperimentEntry = {
    id,
    kind: 'chunking',
    title: 'Authored chunks',
    question: 'Where do the chunks of the authored texts begin and end?',
    headline: 'A small corpus of our own.',
    finding: chunkingFinding(new Map(made.map(({ name, value }) => [name, value]))),
    data: 'five documents of our own',
    badges: [],
    files: listed,
    provenance: {
      program: 'test',
      command: 'test',
      startedAt: '2026-01-01T00:00:00Z',
      durationMs: 0,
      node: '20',
      icu: '75',
      packages: {},
    },
  };
  files.set('index.json', JSON.stringify({ formatVersion: 1, kind: 'index', experiments: [entry] }));
  const summary = made.find(({ name }) => name === 'summary.json')!.value as ChunkingSummary;
  return { entry, summary, files, squad };
}
