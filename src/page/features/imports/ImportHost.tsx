/** Shows the dialogue about a run of something else while one is on its way in. */
import { lazy, Suspense } from 'react';
import { importStore } from './imports.ts';
import { useImport } from './importStore.ts';

const ImportDialogue = lazy(() => import('./ImportDialogue.tsx').then((module) => ({ default: module.ImportDialogue })));

export function ImportHost() {
  const given = useImport(importStore, (state) => state.given);
  return <Suspense fallback={null}>{given && <ImportDialogue />}</Suspense>;
}
