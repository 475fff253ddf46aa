import { phaseLottery } from '../../experiments/chunking/lottery/phaseLottery';
import { chunkingReader } from '../chunking/files';
import { chunkingTools } from '../chunking/tools';
import type { ExperimentBuilder } from '../experiment';
import { exceptionCorpus } from './measurement';

/** Three ways to cut one policy, after the missing-exception lab. */
export const missingException: ExperimentBuilder = {
  ...chunkingTools,
  id: 'missing-exception',
  kind: 'chunking',
  summary: 'one policy cut into windows, overlapping windows and paragraphs, ranked by shared words',
  details:
    'The policy and its four questions are part of the program. Every chunk, score and first fragment is recorded.',
  options: {},
  build: async ({ progress, signal }) => {
    const [{ measureChunking, builtChunking }, { exceptionMeasurement }] = await Promise.all([
      import('../chunking/build'),
      import('./measurement'),
    ]);
    const measured = await measureChunking(await exceptionMeasurement(), { progress, signal });
    return builtChunking(measured, undefined, {
      name: 'One policy',
      label: 'Own text',
      title: 'The policy was written for this project and is part of the artifact',
      documents: 'document',
    });
  },
  checksFigures: true,
  verify: async (request) => {
    const [{ verifyOwn }, { exceptionMeasurement }] = await Promise.all([
      import('../chunking/verify'),
      import('./measurement'),
    ]);
    return verifyOwn(await exceptionMeasurement(), request);
  },
  async show(read) {
    const { rows, text } = await chunkingTools.show(read);
    const reader = chunkingReader(read);
    const [{ strategies }, { questions }, { documents, questions: asked }] = await Promise.all([
      reader.summary(),
      reader.questions(),
      exceptionCorpus(),
    ]);
    const lotteryQuestions = asked.map(({ id, text, gold }) => ({ id, text, target: gold[0]! }));
    const own = await Promise.all(
      rows.map(async (row) => {
        const { evidence } = await reader.rankings(row['row'] as string);
        const missed = questions.flatMap(({ id }, q) => (evidence.rank[q] === 1 ? [] : [id]));
        const { chunkSize, overlap } = strategies.find(({ id }) => id === row['strategy'])!.parameters;
        return {
          row: row['row'],
          passed: questions.length - missed.length,
          questions: questions.length,
          missed,
          ...(typeof chunkSize === 'number' && {
            phaseLottery: lotteryWithoutPhases(
              phaseLottery(documents[0]!.text, lotteryQuestions, chunkSize, Number(overlap)),
            ),
          }),
          ...row,
        };
      }),
    );
    const lines = own.map(
      ({ row, passed, questions, missed }) =>
        `${String(row)}: ${passed}/${questions}${missed.length > 0 ? `, missed ${missed.join(', ')}` : ''}`,
    );
    return { rows: own, text: [...lines, '', text].join('\n') };
  },
};

const lotteryWithoutPhases = ({ phases, ...lottery }: ReturnType<typeof phaseLottery>) => ({
  phases: phases.length,
  ...lottery,
});
