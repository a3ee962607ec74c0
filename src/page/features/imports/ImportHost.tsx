/** Shows the dialogue about a run of something else while one is on its way in. */
import { Suspense } from 'react';
import { importStore } from './imports.ts';
import { useImport } from './importStore.ts';
import { text } from '../../../words/words.ts';
import { Guard } from '../../kit/notices/Guard.tsx';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

const ImportDialogue = lazyPart(() => import('./ImportDialogue.tsx').then((module) => ({ default: module.ImportDialogue })));

export function ImportHost() {
  const given = useImport(importStore, (state) => state.given);
  return (
    given && (
      <Guard place={text.shell.part.imports} says="above" asked={given} onClose={() => importStore.getState().close()}>
        <Suspense fallback={null}>
          <ImportDialogue />
        </Suspense>
      </Guard>
    )
  );
}
