/** Why no run was started; faults of a run are shown with the run. */
import { useEngine } from '../../stores/engine.ts';
import { FaultList } from '../shell/FaultList.tsx';

export function TrainingFaults() {
  const faults = useEngine((state) => state.faults);
  const close = useEngine((state) => state.closeFault);
  return <FaultList faults={faults} onClose={close} />;
}
