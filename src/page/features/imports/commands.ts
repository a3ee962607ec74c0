/** Opening runs of other trainers, for the palette. */
import { openRunFile, openRunFolder } from '../../kit/files/chooseRun.ts';
import type { Command } from '../../kit/commands/command.ts';
import { importText } from '../../../words/words.ts';

const words = importText.commands;

export const importCommands: readonly Command[] = [
  { id: 'runs.import', group: 'runs', title: words.file, also: words.also, run: openRunFile },
  { id: 'runs.importFolder', group: 'runs', title: words.folder, also: words.also, run: openRunFolder },
];
