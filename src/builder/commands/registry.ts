import type { Command } from '../commandLine';
import { experiments } from '../experiments';
import { buildAllCommand, buildCommand } from './build';
import { exportCommand } from './export';
import { importCommand } from './import';
import { newCommand } from './new';
import { reportCommand } from './report';
import { runCommand } from './run';
import { showCommand } from './show';
import { verifyCommand } from './verify';

/** Every command by its first word, in the order of `--help`. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ...Object.values(experiments).map((experiment) => [experiment.id, buildCommand(experiment)] as const),
  ['all', buildAllCommand],
  ['new', newCommand],
  ['run', runCommand],
  ['show', showCommand],
  ['verify', verifyCommand],
  ['export', exportCommand],
  ['import', importCommand],
  ['report', reportCommand],
]);
