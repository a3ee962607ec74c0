/** Keeps the preview of an agent's prompt up to date, a little after the last change. */
import { useEffect } from 'react';
import { useConsent } from '../../stores/consent.ts';
import { useDatasets } from '../../stores/datasets.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { useEngine } from '../../stores/engine.ts';
import { type ExampleChoice, previewStore } from '../../stores/promptPreview.ts';

const PAUSE_MS = 200;

/** Asks for the preview of agent `role`, and again whenever what it depends on has changed. */
export function usePromptPreview(role: string, example: ExampleChoice): void {
  const team = useDocument((state) => state.document.team);
  const source = useDocument((state) => state.document.environment.source);
  const dataset = useDocument((state) => state.document.environment.dataset);
  const { horizon, seed, compat } = useDocument((state) => state.document.training);
  // What was held back or missing is looked at once it is there.
  const trusted = useConsent((state) => state.trusted);
  const here = useDatasets((state) => state.loaded[dataset?.digest ?? ''] !== undefined);
  const bases = useEngine((state) => state.bases);
  const kept = useEngine((state) => state.kept);
  useEffect(() => {
    const timer = setTimeout(
      () => void previewStore.getState().show({ document: documentStore.getState().document, role, example }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [role, example, team, source, dataset, horizon, seed, compat, trusted, here, bases, kept]);
}
