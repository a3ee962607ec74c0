/** Doing a command, or saying why it cannot be done now. */
import { notifyRefused } from '../notices/notify.ts';
import { COLON, commandsText } from '../../../words/words.ts';
import type { Command } from './command.ts';

export function runCommand(command: Command): void {
  const why = command.refused?.() ?? null;
  if (why === null) command.run();
  else notifyRefused(`${commandsText.refused}${COLON}${command.title}`, why);
}
