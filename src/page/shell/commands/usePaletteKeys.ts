/** The keys that the palette hears before it is there, from the first moment of the page: Ctrl+K, and what is typed behind it. */
import { useEffect } from 'react';
import { openedStore, openPalette, PALETTE_KEYS } from '../../kit/commands/openCommands.ts';
import { isPressed } from './keys.ts';
import { keepForPalette } from './typedAhead.ts';

export function usePaletteKeys(): void {
  useEffect(() => {
    const options = { capture: true };
    window.addEventListener('keydown', onKey, options);
    return () => window.removeEventListener('keydown', onKey, options);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  // Once the commands are there they know when it may be opened.
  const opens = !openedStore.getState().ready && isPressed(PALETTE_KEYS, event);
  if (opens) openPalette();
  else if (!keepForPalette(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
