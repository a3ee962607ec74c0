/** Loads the source in the sandbox a little after the last keystroke, and looks whether it keeps the contract's promises. */
import { useEffect } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { useDatasets } from '../../state/datasets/datasets.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { sandboxStore } from '../../state/environment/sandbox.ts';

const PAUSE_MS = 600;

export function useChecking(source: string): void {
  // Of the team only who speaks when: its prompts change with every keystroke elsewhere.
  const speakers = useDocument((state) => speakersOf(state.document));
  // An environment for rows is looked at again once they are here.
  const dataset = useDocument((state) => state.document.environment.dataset);
  const here = useDatasets((state) => state.loaded[dataset?.digest ?? ''] !== undefined);
  useEffect(() => {
    const { checked, examine } = sandboxStore.getState();
    const timer = setTimeout(() => void examine(source, documentStore.getState().document), checked === null ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [source, speakers, dataset, here]);
}

function speakersOf({ team, training }: ProjectDocument): string {
  const { agents, edges, turns } = team;
  return JSON.stringify([agents.map(({ role, speaks }) => [role, speaks]), edges, turns, training.horizon]);
}
