/** The keyboard of the whole page: one listener, which knows the keys of every command. */
import { useEffect } from 'react';
import { isTextField } from '../../kit/layout/textField.ts';
import { ALL_COMMANDS } from './all.ts';
import type { Command } from '../../kit/commands/command.ts';
import { isPressed } from './keys.ts';
import { openedStore } from '../../kit/commands/openCommands.ts';
import { runCommand } from '../../kit/commands/runCommand.ts';

export function useCommandKeys(): void {
  useEffect(() => {
    // Before anything within the page hears it: Monaco takes Ctrl+K for the first of two keys.
    const options = { capture: true };
    window.addEventListener('keydown', onKey, options);
    openedStore.setState({ ready: true });
    return () => window.removeEventListener('keydown', onKey, options);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || document.querySelector('[aria-modal="true"]')) return; // a dialogue has the keyboard to itself
  const command = commandFor(event, { typing: isTextField(event.target), onCanvas: isOnCanvas(event.target) });
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  runCommand(command);
}

interface Focus {
  /** A text field has it: keys it may need are left to it. */
  readonly typing: boolean;
  /** The canvas has it, which binds keys of its own, also such as mean something else elsewhere. */
  readonly onCanvas: boolean;
}

/** The command that the keys of `event` stand for, which the listener of the whole page is to do. */
export function commandFor(event: KeyboardEvent, { typing, onCanvas }: Focus): Command | undefined {
  const pressed = ALL_COMMANDS.filter(({ keys }) => keys && isPressed(keys, event));
  if (onCanvas && pressed.some(({ within }) => within === 'canvas')) return undefined;
  return pressed.find(({ within, inFields }) => !within && (inFields || !typing));
}

function isOnCanvas(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.react-flow') !== null;
}
