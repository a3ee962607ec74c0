/** The trainers of a session whose policies stand on a server. */
import type { Engine } from '../../engine/engine.ts';
import type { Trainers, Watch } from '../policy/policyTrainer.ts';
import { stepOnServer, type TinkerParts, TinkerTrainer } from './tinkerTrainer.ts';

export interface TinkerTrainers extends Trainers {
  /** Frees the adapters on the server; what cannot be freed is left to it. */
  unload(signal: AbortSignal): Promise<void>;
}

/** `engine` scores references and feeds critics, of the bases whose weights this computer holds. */
export function tinkerTrainers(parts: TinkerParts, engine: Engine, watch: Watch): TinkerTrainers {
  const opened: TinkerTrainer[] = [];
  return {
    open: (given) => {
      const trainer = new TinkerTrainer(parts, given.base.weights.size > 0 ? engine : null, given, watch);
      opened.push(trainer);
      return trainer;
    },
    begin: async () => {
      // One after another: a server numbers them as they come, and says which one it refuses.
      for (const trainer of opened) await trainer.begin();
    },
    step: (steps, share) => stepOnServer(steps, share, watch),
    unload: async (signal) => void (await Promise.allSettled(opened.map((trainer) => trainer.unload(signal)))),
  };
}
