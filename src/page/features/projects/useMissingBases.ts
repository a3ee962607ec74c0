/** What a project that somebody passed on lacks here, told at once and until it comes. */
import { useEffect, useState } from 'react';
import { ownBases } from '../../../core/document/bases.ts';
import type { Fault } from '../../../core/faults.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { engineStore, useEngine } from '../../state/engine/engine.ts';

const NONE: readonly Fault[] = [];

const among = (names: string, { bases, kept } = engineStore.getState()): string[] =>
  names.split('\n').filter((name) => name !== '' && !Object.hasOwn(bases, name) && !kept.some((base) => base.name === name));

/** None of a project that says nothing of its bases: those are told where they are chosen. */
export function useMissingBases(): readonly Fault[] {
  const names = useDocument(({ document }) => (document.bases ? ownBases(document).join('\n') : ''));
  const lacking = useEngine((state) => among(names, state).join('\n'));
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  useEffect(() => {
    let open = true;
    const look = async (): Promise<void> => {
      // Not until it is known what this browser keeps.
      await engineStore.getState().listKept();
      const [{ missingBases }, missing] = [await import('./missingBases.ts'), among(names)];
      if (open) setFaults(missingBases(documentStore.getState().document, missing));
    };
    if (lacking !== '') void look();
    return () => {
      open = false;
    };
  }, [names, lacking]);
  return lacking === '' ? NONE : faults;
}
