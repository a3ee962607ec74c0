/** The keyboard of the whole page: one listener, which knows the keys of every command. */
import { useEffect } from 'react';
import { isTextField } from '../shell/textField.ts';
import { ALL_COMMANDS } from './all.ts';
import type { Command } from './command.ts';
import { isPressed } from './keys.ts';
import { runCommand } from './runCommand.ts';

export function useCommandKeys(): void {
  useEffect(() => {
    // Before anything within the page hears it: Monaco takes Ctrl+K for the first of two keys.
    const options = { capture: true };
    window.addEventListener('keydown', onKey, options);
    return () => window.removeEventListener('keydown', onKey, options);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || document.querySelector('[aria-modal="true"]')) return; // a dialogue has the keyboard to itself
  const command = commandFor(event, isTextField(event.target));
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  runCommand(command);
}

/** The command that the keys of `event` stand for; those that a text field may need for itself are left to it. */
export function commandFor(event: KeyboardEvent, typing: boolean): Command | undefined {
  return ALL_COMMANDS.find(({ keys, within, inFields }) => keys && !within && (inFields || !typing) && isPressed(keys, event));
}
