/** The smallest project in which every setting can act: a base of random numbers, two agents, and an environment with everything. */
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument, type TrainingSettings } from '../../../src/core/document/schema.ts';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import type { Parameter } from '../../../src/engine/contracts/executor.ts';
import { packFloats, type WeightForm } from '../../../src/core/weights/packed.ts';
import { type BaseModel, trainableWeights } from '../../../src/session/team/base.ts';
import { micro } from './team.ts';

const WIDTH = 16;

/** One layer over micro's vocabulary, of which a fifth ends a text, so that messages differ in length. */
export const tiny: BaseModel = {
  ...micro,
  config: {
    ...micro.config,
    hiddenSize: WIDTH,
    intermediateSize: WIDTH,
    layers: 1,
    heads: 1,
    kvHeads: 1,
    headDim: WIDTH,
    eosTokenIds: [...micro.config.eosTokenIds, ...Array.from({ length: 100 }, (_, id) => micro.config.vocabularySize - 1 - id)],
  },
  weights: new Map(
    [...micro.weights].flatMap(([name, { shape }], index) => {
      if (name.includes('layers.1.')) return [];
      const small = shape.map((size) => (size === micro.config.vocabularySize ? size : WIDTH));
      const count = small.reduce((a, b) => a * b, 1);
      const data = name.includes('norm') ? new Float32Array(count).fill(1) : normals(keyFor(1, 0, index), count).map((x) => x / 2);
      return [[name, { shape: small, data }] as const];
    }),
  ),
};

/** A base whose matrices are held in `form`. */
export function heldIn(form: WeightForm, base: BaseModel): BaseModel {
  if (form === 'f32') return base;
  const weights = [...trainableWeights(base.weights)].map(
    ([name, tensor]) => [name, tensor.shape.length === 2 ? packFloats(form, tensor) : tensor] as const,
  );
  return { ...base, form, weights: new Map<string, Parameter>(weights) };
}

/**
 * Pays by role and by step 0, 1/3, 2/3 or 1 for what is said, by its letters; ends after one turn or two, by what was said, or is cut
 * off.
 */
const SOURCE = `
const worth = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 97, 7) % 4 / 3;
export default {
  name: 'Tiny',
  description: 'Everything an environment can have',
  splits: { train: 64, test: 16 },
  reset: ({ index }) => ({ state: { index }, observation: String(index) }),
  step({ state, messages }) {
    const now = messages.filter(({ turn }) => turn === messages.at(-1).turn);
    const said = worth(now.at(-1).text);
    return {
      state,
      observation: 'again',
      reward: Object.fromEntries(now.map(({ role, text }) => [role, worth(text)])),
      terminated: said < 0.4,
      truncated: said > 0.8,
    };
  },
  stepReward: ({ messages, position }) => worth(messages[position].text + '!'),
};
`;

export function tinyProject(training: Partial<TrainingSettings> = {}): ProjectDocument {
  const agent = (role: string) => ({ role, prompt: role, adapter: { rank: 2, alpha: 4 }, sampling: { maxNewTokens: 4 } });
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'Tiny',
    team: { base: 'micro', agents: [agent('first'), agent('second')], edges: [{ from: 'first', to: 'second' }] },
    environment: { source: SOURCE },
    training: {
      iterations: 2,
      episodes: 4,
      groupSize: 2,
      horizon: 2,
      evaluateEvery: 0,
      evaluateEpisodes: 2,
      continuations: 1,
      alternatives: 2,
      ...training,
    },
  });
}
