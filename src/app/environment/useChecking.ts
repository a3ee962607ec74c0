/** Loads the source in the sandbox a little after the last keystroke. */
import { useEffect } from 'react';
import { sandboxStore } from '../../stores/sandbox.ts';

const PAUSE_MS = 600;

export function useChecking(source: string): void {
  useEffect(() => {
    const { checked, check } = sandboxStore.getState();
    if (checked === source) return undefined;
    const timer = setTimeout(() => void check(source), checked === null ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [source]);
}
