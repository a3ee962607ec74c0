/** Why no run was started or gone on with: what is wrong with the project until it is put right, the rest until it is closed. Faults of a run are shown with the run. */
import { useMemo } from 'react';
import { documentFaults } from '../../../core/document/check/check.ts';
import { useDatasets } from '../../state/datasets/datasets.ts';
import { useDocument } from '../../state/document/document.ts';
import { useEngine } from '../../state/engine/engine.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';

export function TrainingFaults() {
  const faults = useEngine((state) => state.faults);
  const atHand = useEngine((state) => state.faultsAtHand);
  const close = useEngine((state) => state.closeFault);
  const loaded = useDatasets((state) => state.loaded);
  const document = useDocument((state) => state.document);
  const standing = useMemo(() => {
    if (!atHand || faults.length === 0) return faults;
    const messages = new Set(documentFaults(document).map(({ message }) => message));
    const asked = document.environment.dataset?.digest;
    const lacks = asked !== undefined && !loaded[asked];
    return faults.filter(({ code, message }) => messages.has(message) || (code === 'E_DATASET_MISSING' && lacks));
  }, [faults, atHand, document, loaded]);
  return <FaultList faults={standing} onClose={close} />;
}
