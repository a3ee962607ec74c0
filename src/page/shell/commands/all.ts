/** Every command of the page. Each area exports its own list; the palette, the list of keys and the keyboard use this one. */
import { AGENT_COMMANDS } from '../../features/team/agent/commands.ts';
import { chartCommands } from '../../features/charts/commands.ts';
import { importCommands } from '../../features/imports/commands.ts';
import { playOnCommands } from '../../features/playOn/commands.ts';
import { inspectCommands } from '../inspect/commands.ts';
import { microscopeCommands } from '../../features/inspect/microscope/commands.ts';
import { lessonCommands } from '../../features/lessons/commands.ts';
import { projectCommands } from '../../features/projects/commands.ts';
import { runCommands } from '../../features/runs/commands.ts';
import { teamCommands } from '../../features/team/canvas/commands.ts';
import { trainingCommands } from '../../features/training/commands.ts';
import type { Command } from '../../kit/commands/command.ts';
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
  ...importCommands,
  ...playOnCommands,
  ...lessonCommands,
  ...projectCommands,
];
