import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exitCode, UsageError, type Command } from '../commandLine';
import { isExperimentId } from '../experiments';

/** The files of a new experiment: text and questions to be replaced, and how it is run. */
const filesOf = (name: string): Readonly<Record<string, string>> => ({
  'docs/example.md': [
    'The reading room opens at nine and closes at six. On Fridays it closes at four.',
    'A card costs five marks a year. Children pay nothing.',
    'Maps may not leave the room. The keeper of the maps is Oda Brenn.',
    '',
  ].join('\n\n'),
  'questions.csv': [
    'question,answer,document,family',
    'When does the reading room close on Fridays?,at four,example.md,hours',
    'What does a card cost?,five marks a year,example.md,prices',
    'Who keeps the maps?,Oda Brenn,,people',
    '',
  ].join('\n'),
  'README.md': `# ${name}

Put your documents into \`docs/\` and your questions with their answers into \`questions.csv\`: an answer must stand in a document word for word. \`family\` groups questions that belong together.

Run in the folder of Chunkscope:

\`\`\`sh
npm run bench -- run --docs ${name}/docs --questions ${name}/questions.csv --out ${name}/artifacts --id ${name}
npm run bench -- show ${name} --artifacts ${name}/artifacts
npm run bench -- verify --artifacts ${name}/artifacts
npm run bench -- report ${name} --artifacts ${name}/artifacts --out ${name}/report.html
\`\`\`

Add \`--embedder local\` for rows with the built-in model. Drop \`${name}/artifacts/${name}.zip\` on the page to open it in every view.
`,
});

/** `bench -- new`. */
export const newCommand: Command = {
  usage: 'new NAME',
  summary: 'make a folder with documents, questions and the commands of an experiment of your own',
  details: [
    'Writes NAME/docs, NAME/questions.csv and NAME/README.md, a small example that runs as it is. Nothing that is there is',
    'overwritten.',
  ].join('\n'),
  options: {},
  run: async ({ positionals, output }) => {
    const [name, ...others] = positionals;
    if (name === undefined || others.length > 0)
      throw new UsageError(`new takes one NAME, found ${positionals.length}`);
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
      throw new UsageError(`NAME is "${name}", expected lower-case letters, digits and single hyphens`);
    if (isExperimentId(name))
      throw new UsageError(`NAME is "${name}", which is an experiment that is built here; expected another`);
    const folder = resolve(name);
    const files = Object.entries(filesOf(name));
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new UsageError(`${name} is there already; nothing was written`) : error;
    });
    await mkdir(join(folder, 'docs'));
    for (const [path, text] of files) await writeFile(join(folder, path), text, { flag: 'wx' });
    output.out(`${name}: ${files.map(([path]) => path).join(', ')}; ${name}/README.md says how it is run\n`);
    return exitCode.done;
  },
};
