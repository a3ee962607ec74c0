/**
 * Critics on the frozen base's features, which are computed once a rollout: `shared` has one value for all agents
 * (CTDE), `multi_head` one output per agent, of which the agent's own counts.
 */
import { at, field } from '../../core/at.ts';
import { type DecisionLevel, decisionLevel } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import { keyFor, STREAMS } from '../../core/random/streams.ts';
import type { Engine } from '../../engine/engine.ts';
import { evaluatePlan } from '../../engine/contracts/executor.ts';
import { capacityFor } from '../../engine/model/live.ts';
import { gradientOf, gradientsByParameter, type Plan } from '../../engine/contracts/plan.ts';
import { scopedName } from '../../engine/model/scope.ts';
import { type HeadShape, initialValueHead, valueHeadPlan, valuesOf } from '../../engine/model/valueHead.ts';
import { promptAlone } from '../../engine/train/batches.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import { type CriticBatch, decisionCount, type OpenPrompt, indexOfAgent, type ValueModel, type ValuePass } from './valueModel.ts';

/** Rows are padded to a multiple of this, so that buffers of few shapes are needed. */
const GRAIN = 128;

/** Rows of features, and the output of the head that counts for each. */
interface Rows {
  readonly features: Float32Array;
  readonly columns: readonly number[];
}

export class FrozenFeatures implements ValueModel {
  readonly #head: HeadShape;
  readonly #prefix: string;
  readonly #level: DecisionLevel;

  constructor(
    private readonly engine: Engine,
    private readonly config: ModelConfig,
    private readonly document: ProjectDocument,
    private readonly agents: readonly number[],
  ) {
    this.#head = frozenHead(config, document, agents);
    this.#prefix = `critic/${scopedName(config, '')}`;
    this.#level = decisionLevel(document.training);
  }

  initialParameters() {
    return initialValueHead(keyFor(this.document.training.seed, STREAMS.criticInit), this.#prefix, this.#head);
  }

  values(batch: CriticBatch): Promise<Float32Array> {
    return this.#evaluate(this.#rowsOf(batch));
  }

  async bootstrapValues(prompts: readonly OpenPrompt[]): Promise<Float32Array> {
    const sequences = prompts.map(({ ids }) => promptAlone(ids));
    const { hidden } = await scoreSequences(this.engine, this.config, [], sequences, { hidden: true });
    return this.#evaluate({ features: hidden, columns: prompts.map(({ agent }) => this.#columnOf(agent)) });
  }

  async open(batch: CriticBatch): Promise<ValuePass> {
    const { features, columns } = this.#rowsOf(batch);
    const { plan, padded, rows } = this.#prepare(features, true);
    const output = valuesOf(this.#prefix);
    const execution = this.engine.start(plan, { features: padded });
    try {
      const outputs = await execution.run('forward');
      return {
        values: this.#own(field(outputs, output), columns),
        gradients: async (dValues) => {
          const seed = new Float32Array(rows * this.#head.outputs);
          columns.forEach((column, row) => (seed[row * this.#head.outputs + column] = at(dValues, row, 'decision')));
          return gradientsByParameter(plan, await execution.run('backward', { [gradientOf(output)]: seed }));
        },
        dispose: () => execution.dispose(),
      };
    } catch (error) {
      execution.dispose();
      throw error;
    }
  }

  async #evaluate({ features, columns }: Rows): Promise<Float32Array> {
    const { plan, padded } = this.#prepare(features, false);
    const outputs = await evaluatePlan(this.engine, plan, { features: padded });
    return this.#own(field(outputs, valuesOf(this.#prefix)), columns);
  }

  #prepare(features: Float32Array, backward: boolean): { plan: Plan; padded: Float32Array; rows: number } {
    const { hiddenSize } = this.config;
    const rows = Math.ceil(features.length / hiddenSize / GRAIN) * GRAIN;
    const padded = new Float32Array(rows * hiddenSize);
    padded.set(features);
    return { plan: valueHeadPlan(capacityFor(rows), this.#prefix, this.#head, backward), padded, rows };
  }

  #own(values: Float32Array, columns: readonly number[]): Float32Array {
    return Float32Array.from(columns, (column, row) => at(values, row * this.#head.outputs + column, 'value'));
  }

  /** The features of each decision. */
  #rowsOf({ messages, hidden }: CriticBatch): Rows {
    const { hiddenSize } = this.config;
    const lengths = messages.map(({ record }) => record.response_ids.length);
    const tokens = lengths.reduce((sum, length) => sum + length, 0);
    if (hidden.length !== tokens * hiddenSize)
      throw new RangeError(`the features of ${tokens} tokens are ${tokens * hiddenSize} numbers, not ${hidden.length}`);
    const columns = messages.flatMap((message) => {
      const column = this.#columnOf(message.agent);
      return Array.from({ length: decisionCount(this.#level, message) }, () => column);
    });
    if (this.#level === 'token') return { features: hidden, columns };
    // The features under a message's first token are those of its last prompt token.
    const features = new Float32Array(messages.length * hiddenSize);
    let start = 0;
    lengths.forEach((length, row) => {
      features.set(hidden.subarray(start * hiddenSize, (start + 1) * hiddenSize), row * hiddenSize);
      start += length;
    });
    return { features, columns };
  }

  #columnOf(agent: number): number {
    const index = indexOfAgent(this.agents, agent);
    return this.#head.outputs === 1 ? 0 : index;
  }
}

/** The head of the agents of one base. */
export function frozenHead(config: ModelConfig, { training }: ProjectDocument, agents: readonly number[]): HeadShape {
  const { kind, head, hidden } = training.critic;
  return { kind: head, features: config.hiddenSize, hidden, outputs: kind === 'multi_head' ? agents.length : 1 };
}
