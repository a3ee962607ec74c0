/** The critic of kind `lora`: each agent has a LoRA and a head of its own on the shared frozen backbone (R3, marft-spec §12.4). */
import { at } from '../../core/at.ts';
import { valuedPrompt } from '../../core/compat/linearTraining.ts';
import { stitched } from '../../core/compat/unstitched.ts';
import { type DecisionLevel, decisionLevel } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { keyFor, STREAMS } from '../../core/random/streams.ts';
import type { Engine } from '../../engine/engine.ts';
import { adapterSlot, initialAdapter } from '../../engine/model/adapters.ts';
import { initialValueHead } from '../../engine/model/valueHead.ts';
import { type Answered, responseBehind } from '../../core/episode/tools.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import { type AdaptedValues, valueSequences, valuesForTraining } from '../../engine/train/values.ts';
import { type CriticBatch, decisionCount, type OpenPrompt, indexOfAgent, type ValueModel, type ValuePass } from './valueModel.ts';

export class AdaptedBackbone implements ValueModel {
  readonly #model: AdaptedValues;
  readonly #level: DecisionLevel;

  constructor(
    private readonly engine: Engine,
    config: ModelConfig,
    private readonly document: ProjectDocument,
    private readonly agents: readonly number[],
  ) {
    this.#model = adaptedValues(config, document, agents);
    this.#level = decisionLevel(document.training);
  }

  initialParameters(): ReadonlyMap<string, HostTensor> {
    const { config, slots, head } = this.#model;
    const { seed, critic } = this.document.training;
    return new Map(
      slots.flatMap(({ name }, index) => {
        const agent = at(this.agents, index, 'agent');
        return [
          ...initialAdapter(config, name, critic, seed, agent, STREAMS.criticInit),
          ...initialValueHead(keyFor(seed, STREAMS.criticInit, agent), `${name}/`, head),
        ];
      }),
    );
  }

  async values(batch: CriticBatch): Promise<Float32Array> {
    return this.#stitched(await valueSequences(this.engine, this.#model, this.#sequencesOf(batch)), batch);
  }

  bootstrapValues(prompts: readonly OpenPrompt[]): Promise<Float32Array> {
    return valueSequences(
      this.engine,
      this.#model,
      prompts.map(({ ids, agent }) => this.#sequence(ids, { response_ids: [] }, agent)),
    );
  }

  async open(batch: CriticBatch): Promise<ValuePass> {
    const pass = await valuesForTraining(this.engine, this.#model, this.#sequencesOf(batch));
    return {
      values: this.#stitched(pass.values, batch),
      gradients: (dValues) => pass.gradients(this.#stitched(dValues, batch)),
      dispose: () => pass.dispose(),
    };
  }

  /** What is read of each message: at message level nothing behind its prompt. */
  #sequencesOf({ messages }: CriticBatch): ScoredSequence[] {
    return messages.map(({ record, agent }) =>
      this.#sequence(valuedPrompt(record), this.#level === 'message' ? { response_ids: [] } : record, agent),
    );
  }

  /** A sequence's last token is predicted and never read; behind an open prompt it may be any. */
  #sequence(prompt: readonly number[], said: Answered, agent: number): ScoredSequence {
    const read = responseBehind(prompt, said.response_ids.length > 0 ? said : { response_ids: [0] });
    return { ...read, slot: indexOfAgent(this.agents, agent), temperature: 1 };
  }

  /** Values, or their slopes, flat over the decisions, as they are put together from agent to agent. */
  #stitched(values: Float32Array, { messages }: CriticBatch): Float32Array {
    const decisions = messages.map((message) => decisionCount(this.#level, message));
    return stitched(values, decisions, this.document.training.compat);
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
