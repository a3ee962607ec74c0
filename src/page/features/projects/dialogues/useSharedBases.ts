/** The bases of the project that a dialogue shares: at once what is known of them, a little later their fingerprints. */
import { useEffect, useState } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import { namedWith, type SharedBase, sharedBases, withFingerprints } from '../../../kit/projects/sharedBases.ts';

export interface SharedBases {
  readonly bases: readonly SharedBase[];
  /** Whether fingerprints are still to come. */
  readonly measuring: boolean;
  /** The document as it is passed on. */
  readonly named: ProjectDocument;
}

export function useSharedBases(document: ProjectDocument): SharedBases {
  const [found, setFound] = useState<Omit<SharedBases, 'named'>>({ bases: [], measuring: true });
  const names = document.team.agents.map(({ base }) => base).join('\n');
  useEffect(() => {
    let open = true;
    const look = async (): Promise<void> => {
      const bases = await sharedBases(document);
      if (open) setFound({ bases, measuring: true });
      const measured = await withFingerprints(bases);
      if (open) setFound({ bases: measured, measuring: false });
    };
    void look();
    return () => {
      open = false;
    };
    // Of the document only its bases count; a dialogue edits none.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [document.team.base, names]);
  return { ...found, named: namedWith(document, found.bases) };
}
