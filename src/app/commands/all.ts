/** Every command of the page. Each area exports its own list; the palette, the list of keys and the keyboard use this one. */
import { AGENT_COMMANDS } from '../agent/commands.ts';
import { chartCommands } from '../charts/commands.ts';
import { inspectCommands } from '../inspect/commands.ts';
import { microscopeCommands } from '../inspect/microscope/commands.ts';
import { lessonCommands } from '../lessons/commands.ts';
import { projectCommands } from '../projects/commands.ts';
import { runCommands } from '../runs/commands.ts';
import { teamCommands } from '../team/commands.ts';
import { trainingCommands } from '../training/commands.ts';
import type { Command } from './command.ts';
import { shellCommands } from './shell.ts';

export const ALL_COMMANDS: readonly Command[] = [
  ...shellCommands,
  ...teamCommands,
  ...AGENT_COMMANDS,
  ...trainingCommands,
  ...chartCommands,
  ...inspectCommands,
  ...microscopeCommands,
  ...runCommands,
  ...lessonCommands,
  ...projectCommands,
];
