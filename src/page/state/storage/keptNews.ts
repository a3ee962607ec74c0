/** What of all that this browser keeps this build could not take: told once each, by name, by whoever shows messages. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fault, type Fault } from '../../../core/faults.ts';
import { keptFaults, type KeptThing } from '../../../words/words.ts';

export interface KeptNews {
  /** The first one first. */
  readonly told: readonly Fault[];
  /** What a newer workbench has written, and this build leaves alone. */
  readonly newer: ReadonlySet<KeptThing>;
}

export const keptNewsStore = createStore<KeptNews>(() => ({ told: [], newer: new Set() }));

/** Selects from it. */
export const useKeptNews = <T>(selector: (state: KeptNews) => T): T => useStore(keptNewsStore, selector);

/** That a newer workbench wrote it; the fault, for whoever has to throw it. `version` is null where nobody knows. */
export function tellNewer(what: KeptThing, version: number | null, reads: number): Fault {
  const told = fault(keptFaults, 'E_KEPT_FUTURE', { what, version, reads });
  keptNewsStore.setState(({ newer }) => ({ newer: new Set(newer).add(what) }));
  tell(told, what);
  return told;
}

/** That it cannot be read, and under which key its text is now. */
export function tellDamaged(what: KeptThing, key: string): void {
  tell(fault(keptFaults, 'E_KEPT_DAMAGED', { what, key }), what);
}

function tell(fault: Fault, what: KeptThing): void {
  const { told } = keptNewsStore.getState();
  const same = ({ code, params }: Fault): boolean =>
    code === fault.code && params !== undefined && 'what' in params && params.what === what;
  if (!told.some(same)) keptNewsStore.setState({ told: [...told, fault] });
}
