/** Loads the source in the sandbox a little after the last keystroke, and looks whether it keeps the contract's promises. */
import { useEffect } from 'react';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { sandboxStore } from '../../stores/sandbox.ts';
import { useDatasets } from '../../stores/datasets.ts';
import { problemRows } from './problemRows.ts';

const PAUSE_MS = 600;

export function useChecking(source: string): void {
  // Of the team only who speaks when: its prompts change with every keystroke elsewhere.
  const speakers = useDocument((state) => speakersOf(state.document));
  const data = useDatasets((state) => state.loaded);
  useEffect(() => {
    const { checked, check, examine } = sandboxStore.getState();
    const look = (): Promise<void> => {
      const { document } = documentStore.getState();
      const rows = problemRows(document);
      return rows ? examine(source, document, (split, place) => rows.at(split, place).problem) : check(source);
    };
    const timer = setTimeout(() => void look(), checked === null ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [source, speakers, data]);
}

function speakersOf({ team, training }: ProjectDocument): string {
  const { agents, edges, turns } = team;
  return JSON.stringify([agents.map(({ role, speaks }) => [role, speaks]), edges, turns, training.horizon]);
}
