import { parseArgs } from 'node:util';
import type { Options, OptionValues } from './experiment';
import type { Output } from './progress';

export const exitCode = { done: 0, failed: 1, wrongUsage: 2 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The call itself is wrong: its message goes to the caller with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface CommandCall {
  values: OptionValues;
  positionals: string[];
  output: Output;
  signal: AbortSignal;
  /** The call as it would be typed, for provenance. */
  line: string;
}

export interface Command {
  /** After `npm run bench -- `. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  details?: string;
  options: Options;
  run(call: CommandCall): Promise<ExitCode>;
}

export const helpOption: Options = { help: { type: 'boolean', short: 'h', help: 'show this help' } };
export const jsonOption: Options = { json: { type: 'boolean', help: 'print JSON for machines' } };

/** Options and positionals of a call; a `UsageError` for anything that the command does not know. */
export function parseCall(
  command: Command,
  args: readonly string[],
): { values: OptionValues; positionals: string[] } {
  const options = { ...command.options, ...helpOption };
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, short, multiple = false }]) => [
          name,
          short ? { type, short, multiple } : { type, multiple },
        ]),
      ),
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\. To specify a positional argument.*$/s, '.'));
  }
  for (const [name, { choices }] of Object.entries(options)) {
    const value = parsed.values[name];
    if (choices && typeof value === 'string' && !choices.includes(value))
      throw new UsageError(`--${name} is "${value}", expected ${choices.join(' or ')}`);
  }
  return { values: parsed.values as OptionValues, positionals: parsed.positionals };
}

export function commandHelp({ usage, summary, details, options }: Command): string {
  return [
    `Usage: npm run bench -- ${usage}`,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}${/[.?)]$/.test(summary) ? '' : '.'}`,
    ...(details ? ['', details] : []),
    '',
    'Options',
    optionLines({ ...options, ...helpOption }),
    '',
  ].join('\n');
}

function optionLines(options: Options): string {
  return listLines(
    Object.entries(options).map(([name, { short, value, help }]) => [
      `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
      help,
    ]),
  );
}

/** Names wider than this stand on a line of their own, so that they do not push every text off the terminal. */
const widestName = 36;

/** Two columns, both flush left. A name may have several lines. */
export function listLines(rows: readonly (readonly [string, string])[]): string {
  const parts = rows.map(([name, text]) => ({ lines: name.split('\n').map((line) => line.trim()), text }));
  const width = Math.max(
    0,
    ...parts.map(({ lines }) => lines.at(-1)!.length).filter((length) => length <= widestName),
  );
  return parts
    .flatMap(({ lines, text }) => {
      const last = lines.at(-1)!;
      const [above, beside] = last.length <= width ? [lines.slice(0, -1), last] : [lines, ''];
      return [...above.map((line) => `  ${line}`), `  ${beside.padEnd(width)}  ${text}`];
    })
    .join('\n');
}
