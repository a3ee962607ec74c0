/** Keeps the preview of an agent's prompt up to date, a little after the last change. */
import { useEffect } from 'react';
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import { useHeldBack } from '../../../../state/consent/consent.ts';
import { useDatasets } from '../../../../state/datasets/datasets.ts';
import { documentStore, useDocument } from '../../../../state/document/document.ts';
import { useEngine } from '../../../../state/engine/engine.ts';
import { type ExampleChoice, previewStore } from '../../../../state/prompts/promptPreview.ts';

const PAUSE_MS = 200;
/** Before the first one, whose workers would stand in the way of the page that is opening. */
const FIRST_PAUSE_MS = 1500;

/** Asks for the preview of agent `role`, and again whenever what it depends on has changed. */
export function usePromptPreview(role: string, example: ExampleChoice): void {
  // What was held back or missing is looked at once it is there.
  const held = useHeldBack();
  const dataset = useDocument((state) => state.document.environment.dataset?.digest ?? '');
  const here = useDatasets((state) => state.loaded[dataset] !== undefined);
  const bases = useEngine((state) => state.bases);
  const kept = useEngine((state) => state.kept);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(timer);
      const { shown, fault, show } = previewStore.getState();
      const pause = shown === null && fault === null ? FIRST_PAUSE_MS : PAUSE_MS;
      timer = setTimeout(() => void show({ document: documentStore.getState().document, role, example }), pause);
    };
    soon();
    // Not by rendering: the document changes with every key typed into the prompt.
    const stop = documentStore.subscribe(({ document }, before) => {
      if (bearsOn(document, before.document)) soon();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [role, example, held, here, bases, kept]);
}

/** Whether `now` may compose another prompt than `before`. */
function bearsOn(now: ProjectDocument, before: ProjectDocument): boolean {
  return (
    now.team !== before.team ||
    now.environment.source !== before.environment.source ||
    now.environment.dataset !== before.environment.dataset ||
    now.training.horizon !== before.training.horizon ||
    now.training.seed !== before.training.seed ||
    now.training.compat !== before.training.compat
  );
}
