import { ArtifactError } from '../artifact/errors';
import { commandHelp, exitCode, listLines, parseCall, UsageError, type ExitCode } from './commandLine';
import { commands } from './commands/registry';
import { shownArgument, withoutPasswords } from './engine/address';
import type { Output } from './progress';

export function overview(): string {
  return [
    'Usage: npm run bench -- <command> [options]',
    '',
    'Builds the experiments under artifacts/ and works with what was built.',
    '',
    'Commands',
    listLines(
      [...commands.values()].map(({ usage, summary }) => [
        usage.replace(/ \[options\]$/, '').replaceAll('npm run bench -- ', ''),
        summary,
      ]),
    ),
    '',
    'Each command has its own --help. Exit codes: 0 done, 1 failed, 2 wrong usage.',
    '',
  ].join('\n');
}

/** Runs one call of the command line and gives its exit code; nothing is thrown. */
export async function runBench(
  args: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const [word, ...rest] = args;
  try {
    if (word === undefined) {
      output.err(overview());
      return exitCode.wrongUsage;
    }
    if (word === '--help' || word === '-h' || word === 'help') {
      const named = rest[0] === undefined ? undefined : commands.get(rest[0]);
      output.out(named ? commandHelp(named) : overview());
      return exitCode.done;
    }
    const command = commands.get(word);
    if (!command) {
      const known = [...commands.keys()].join(', ');
      throw new UsageError(`there is no command or experiment "${word}"; the commands are ${known}`);
    }
    const { values, positionals } = parseCall(command, rest);
    if (values['help']) {
      output.out(commandHelp(command));
      return exitCode.done;
    }
    return await command.run({
      values,
      positionals,
      output,
      signal,
      line: ['npm run bench --', ...args.map(shownArgument)].join(' '),
    });
  } catch (error) {
    if (error instanceof UsageError) {
      output.err(
        `${withoutPasswords(error.message)}\nSee npm run bench -- ${word !== undefined && commands.has(word) ? `${word} ` : ''}--help\n`,
      );
      return exitCode.wrongUsage;
    }
    if (signal.aborted)
      output.err(
        `\nInterrupted. What was built before is untouched.${rest.includes('--fresh') || word === 'verify' || word === 'import' ? '' : ' Finished embeddings are kept, and the next run goes on from there.'}\n`,
      );
    else if (error instanceof ArtifactError) output.err(`${withoutPasswords(error.message)}\n`);
    else output.err(`${withoutPasswords(error instanceof Error ? error.message : String(error))}\n`);
    return exitCode.failed;
  }
}
