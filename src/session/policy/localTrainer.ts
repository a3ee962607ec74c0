/** Trains and speaks on this computer's engine: messages are scored and differentiated by its plans, adapters step on it. */
import { at } from '../../core/at.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { type AdapterSlot, loraA, loraB } from '../../engine/contracts/plan.ts';
import type { Engine } from '../../engine/engine.ts';
import type { GenerationService } from '../../engine/generate/jobs.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import { type Scores, scoreForTraining, scoreSequences } from '../../engine/train/score.ts';
import { LocalAdapter, stepTogether } from './localAdapter.ts';
import type { PolicyAdapter } from './policyAdapter.ts';
import type { PlayedAdapter, PolicyForward, PolicyMinibatch, PolicyTrainer, TrainerParts, Trainers } from './policyTrainer.ts';

/** Suffix of the parameters that play while others learn (training with a lag). */
const PLAYING = '@playing';

/** The trainers of a session that computes everything on `engine`. */
export const localTrainers = (engine: Engine): Trainers => ({
  open: (parts) => new LocalTrainer(engine, parts),
  step: (steps, share) =>
    stepTogether(
      engine,
      steps.map(({ adapter, minibatch }) => ({ adapter: own(adapter), gradients: gradientsOf(minibatch) })),
      share,
    ),
});

export class LocalTrainer implements PolicyTrainer {
  readonly forgets = false;
  readonly adapters: readonly LocalAdapter[];
  readonly generator: GenerationService;
  readonly player: GenerationService;
  readonly #config: ModelConfig;
  readonly #slots: readonly AdapterSlot[];

  constructor(
    private readonly engine: Engine,
    { base: { config }, adapters, ends, lag }: TrainerParts,
  ) {
    this.#config = config;
    this.adapters = adapters.map((part) => new LocalAdapter(engine, config, part));
    this.#slots = this.adapters.map(({ slot }) => slot);
    this.generator = engine.openGenerator(config, this.#slots, ends);
    const playing = () => this.#slots.map((slot) => ({ ...slot, name: slot.name + PLAYING }));
    this.player = lag === 0 ? this.generator : engine.openGenerator(config, playing(), ends);
  }

  /** Their parameters are handed back by {@link play}. */
  keep(): void {}

  play(adapters: readonly PlayedAdapter[]): void {
    if (this.player === this.generator) return;
    this.adapters.forEach((adapter, index) => {
      this.engine.setParameters(playing(adapter, at(adapters, index, 'adapter').parameters));
    });
  }

  use() {
    return this.player.use();
  }

  score(sequences: readonly ScoredSequence[]): Promise<Scores> {
    return scoreSequences(this.engine, this.#config, this.#slots, sequences);
  }

  scoreReferences(sequences: readonly ScoredSequence[], wanted: { readonly hidden: boolean }) {
    return scoreSequences(this.engine, this.#config, [], sequences, wanted);
  }

  minibatch(): LocalMinibatch {
    return new LocalMinibatch((sequences) => scoreForTraining(this.engine, this.#config, this.#slots, sequences));
  }

  dispose(): void {
    this.generator.dispose();
    this.engine.removeParameters(this.adapters.flatMap(({ parameters }) => [...parameters.keys()]));
    if (this.player === this.generator) return;
    this.player.dispose();
    this.engine.removeParameters(this.adapters.flatMap((adapter) => playing(adapter, adapter.parameters).map(([name]) => name)));
  }
}

class LocalMinibatch implements PolicyMinibatch {
  readonly gradients = new Map<string, Float32Array>();

  constructor(private readonly differentiate: (sequences: readonly ScoredSequence[]) => ReturnType<typeof scoreForTraining>) {}

  async forward(sequences: readonly ScoredSequence[]): Promise<PolicyForward> {
    const { logprobs, entropies, gradients, dispose } = await this.differentiate(sequences);
    return {
      logprobs,
      entropies,
      backward: async (dLogprobs, dEntropies) => addTo(this.gradients, await gradients(dLogprobs, dEntropies)),
      dispose,
    };
  }

  derives(adapter: PolicyAdapter): boolean {
    return own(adapter).hasIn(this.gradients);
  }
}

/** Sums the gradients of parts that are accumulated. */
function addTo(sum: Map<string, Float32Array>, part: ReadonlyMap<string, Float32Array>): void {
  for (const [name, values] of part) {
    const present = sum.get(name);
    if (!present) sum.set(name, values);
    else for (let i = 0; i < present.length; i += 1) present[i] = (present[i] ?? 0) + (values[i] ?? 0);
  }
}

function own(adapter: PolicyAdapter): LocalAdapter {
  if (!(adapter instanceof LocalAdapter)) throw new Error(`${adapter.name} is not an adapter of this engine`);
  return adapter;
}

function gradientsOf({ gradients }: PolicyMinibatch): ReadonlyMap<string, Float32Array> {
  if (!gradients) throw new Error('a minibatch of this engine has gradients');
  return gradients;
}

/** An adapter's numbers under the names of those that play. */
function playing(adapter: LocalAdapter, parameters: ReadonlyMap<string, HostTensor>): [string, HostTensor][] {
  return [...adapter.slot.modules].flatMap((module) =>
    [loraA, loraB].flatMap((nameOf): [string, HostTensor][] => {
      const tensor = parameters.get(nameOf(adapter.name, module));
      return tensor ? [[nameOf(adapter.name + PLAYING, module), tensor]] : [];
    }),
  );
}
