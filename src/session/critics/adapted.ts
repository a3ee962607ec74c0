/** The critic of kind `lora`: each agent has a LoRA and a head of its own on the shared frozen backbone (R3, marft-spec §12.4). */
import { type DecisionLevel, decisionLevel } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { ModelConfig } from '../../core/formats/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { keyFor, STREAMS } from '../../core/random/streams.ts';
import type { Engine } from '../../engine/engine.ts';
import { adapterSlot, initialAdapter } from '../../engine/model/adapters.ts';
import { initialValueHead } from '../../engine/model/valueHead.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import { type AdaptedValues, valueSequences, valuesForTraining } from '../../engine/train/values.ts';
import { type CriticBatch, decisionsOf, type OpenPrompt, placeOf, type ValueModel, type ValuePass } from './valueModel.ts';

export class AdaptedBackbone implements ValueModel {
  readonly #model: AdaptedValues;
  readonly #level: DecisionLevel;
  /** R3's defect: values were put together by ids that were not shifted, so a message's first decision has value 0 and is never trained. */
  readonly #unstitched: boolean;

  constructor(
    private readonly engine: Engine,
    config: ModelConfig,
    private readonly document: ProjectDocument,
    private readonly agents: readonly number[],
  ) {
    const { training } = document;
    this.#model = adaptedValues(config, document, agents);
    this.#level = decisionLevel(training);
    this.#unstitched = training.compat.includes('r3_unstitched_first_tokens');
  }

  initialParameters(): ReadonlyMap<string, HostTensor> {
    const { config, slots, head } = this.#model;
    const { seed, critic } = this.document.training;
    return new Map(
      slots.flatMap(({ name }, place) => {
        const agent = this.agents[place] ?? 0;
        return [
          ...initialAdapter(config, name, critic, seed, agent, STREAMS.criticInit),
          ...initialValueHead(keyFor(seed, STREAMS.criticInit, agent), `${name}/`, head),
        ];
      }),
    );
  }

  async values(batch: CriticBatch): Promise<Float32Array> {
    const values = await valueSequences(this.engine, this.#model, this.#sequencesOf(batch));
    for (const decision of this.#untrained(batch)) values[decision] = 0;
    return values;
  }

  bootstrapValues(prompts: readonly OpenPrompt[]): Promise<Float32Array> {
    return valueSequences(
      this.engine,
      this.#model,
      prompts.map(({ ids, agent }) => this.#sequence(ids, [], agent)),
    );
  }

  async open(batch: CriticBatch): Promise<ValuePass> {
    const pass = await valuesForTraining(this.engine, this.#model, this.#sequencesOf(batch));
    const untrained = this.#untrained(batch);
    for (const decision of untrained) pass.values[decision] = 0;
    return {
      values: pass.values,
      gradients: (dValues) => {
        const trained = dValues.slice();
        for (const decision of untrained) trained[decision] = 0;
        return pass.gradients(trained);
      },
      dispose: () => pass.dispose(),
    };
  }

  /** What is read of each message: at message level nothing behind its prompt. */
  #sequencesOf({ messages }: CriticBatch): ScoredSequence[] {
    return messages.map(({ record, agent }) =>
      this.#sequence(record.prompt_ids, this.#level === 'message' ? [] : record.response_ids, agent),
    );
  }

  /** A sequence's last token is predicted and never read; behind an open prompt it may be any. */
  #sequence(prompt: readonly number[], response: readonly number[], agent: number): ScoredSequence {
    const ids = [...prompt, ...(response.length > 0 ? response : [0])];
    return { ids, first: prompt.length, slot: placeOf(this.agents, agent), temperature: 1 };
  }

  /** Decisions without a value of their own, in the flat order. */
  #untrained({ messages }: CriticBatch): number[] {
    if (!this.#unstitched) return [];
    let at = 0;
    return messages.map((message) => {
      at += decisionsOf(this.#level, message);
      return at - decisionsOf(this.#level, message);
    });
  }
}

/** Adapters `critic/<role>` and the shape of their heads, for the agents of one base. */
export function adaptedValues(config: ModelConfig, { team, training }: ProjectDocument, agents: readonly number[]): AdaptedValues {
  const { critic } = training;
  const slots = agents.map((index) => {
    const agent = team.agents[index];
    if (!agent) throw new RangeError(`there is no agent ${index}`);
    return adapterSlot(config, `critic/${agent.role}`, critic);
  });
  return { config, slots, head: { kind: critic.head, features: config.hiddenSize, hidden: critic.hidden, outputs: 1 } };
}
