/** The curves of an imported run: what its files hold, and means of what its episodes were paid where they hold no such curve. */
import type { EpisodeRecord } from '../../../episode/records.ts';
import type { MetricsRow } from '../../../metricsRow.ts';
import type { ImportedMetrics } from '../importedRun.ts';

export interface StepRow {
  readonly iteration: number;
  readonly metrics: MetricsRow;
}

class Mean {
  #sum = 0;
  #count = 0;
  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
  }
  get value(): number {
    return this.#sum / this.#count;
  }
}

export class StepMetrics {
  readonly #told = new Map<number, Record<string, number>>();
  readonly #paid = new Map<number, Map<string, Mean>>();
  readonly #episodes = new Map<number, number>();

  /** Of two values of one name at one step the later stands. */
  add({ step, values }: ImportedMetrics): void {
    this.#told.set(step, { ...this.#told.get(step), ...values });
  }

  /** Rewards that are unknown are in no mean. */
  played({ iteration, reward, rewards, skills = {}, split }: EpisodeRecord): void {
    const paid = this.#paid.get(iteration) ?? new Map<string, Mean>();
    this.#paid.set(iteration, paid);
    if (split === 'test') return;
    this.#episodes.set(iteration, (this.#episodes.get(iteration) ?? 0) + 1);
    const add = (name: string, value: number): void => {
      if (!Number.isFinite(value)) return;
      const mean = paid.get(name) ?? new Mean();
      mean.add(value);
      paid.set(name, mean);
    };
    add('reward/mean', reward);
    for (const [role, own] of Object.entries(rewards)) add(`reward/${role}/mean`, own);
    for (const [name, value] of Object.entries(skills)) add(`skill/${name}`, value);
  }

  /** What stands at each step, ascending, and the names of what was computed here. */
  finish(): { readonly rows: readonly StepRow[]; readonly computed: string[] } {
    const computed = new Set<string>();
    const steps = [...new Set([...this.#told.keys(), ...this.#paid.keys()])].sort((a, b) => a - b);
    const rows = steps.map((iteration): StepRow => {
      // In a row of ours that name is the step's own.
      const { iteration: named, ...told } = this.#told.get(iteration) ?? {};
      const metrics: Record<string, number> = named === undefined ? told : { ...told, 'source/iteration': named };
      const episodes = this.#episodes.get(iteration);
      if (episodes !== undefined) {
        metrics['source/episodes'] = episodes;
        computed.add('source/episodes');
      }
      for (const [name, mean] of this.#paid.get(iteration) ?? []) {
        if (name in told) continue;
        metrics[name] = mean.value;
        computed.add(name);
      }
      return { iteration, metrics };
    });
    return { rows, computed: [...computed].sort() };
  }
}
