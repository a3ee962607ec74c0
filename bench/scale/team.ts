/** The team of the simulations of scale: two agents who say five hundred tokens each, on a base that this computer does not hold. */
import { documentSchema, type ProjectDocument } from '../../src/core/document/schema.ts';
import { PRESETS } from '../../src/core/document/presets/presets.ts';
import type { PromptTokens } from '../../src/core/tokenizer/promptTokens.ts';
import type { TextTokenizer } from '../../src/core/tokenizer/tokenizer.ts';
import { type BaseModel, outlineBase } from '../../src/session/team/base.ts';
import { environmentSource } from '../../src/environments/source.node.ts';
import { baseFolder, readFolder } from '../../headless/kit/folders.ts';

/** Ids are of six digits, as in a vocabulary of 151,936: micro's own, moved up. */
const MOVED = 100_000;
export const VOCABULARY = 151_936;

/** What the stub may sample: micro's ordinary tokens. No message ends early. */
export const SAMPLED = { first: MOVED + 3, vocabulary: MOVED + 512, end: MOVED + 2 };

export interface TeamOptions {
  readonly episodes: number;
  /** Sampled by an episode. */
  readonly tokens: number;
  readonly iterations: number;
  readonly training?: Partial<ProjectDocument['training']>;
}

export function scaleProject({ episodes, tokens, iterations, training }: TeamOptions): ProjectDocument {
  const preset = PRESETS.micro.project({ source: environmentSource('arithmetic') });
  const agents = preset.team.agents.map((agent, _, all) => ({
    ...agent,
    adapter: { ...agent.adapter, rank: 32, alpha: 32 },
    sampling: { ...agent.sampling, maxNewTokens: tokens / all.length },
  }));
  return documentSchema.parse({
    ...preset,
    team: { ...preset.team, agents },
    training: {
      ...preset.training,
      algorithm: 'grpo',
      epochs: 1,
      groupSize: 8,
      entropyCoef: 0,
      maxGradNorm: 0,
      klCoef: 0.01,
      klPlacement: 'loss',
      evaluateEvery: 0,
      checkpointEvery: iterations,
      episodes,
      iterations,
      ...training,
    },
  });
}

/** micro's prompts and texts, without its weights. */
export function scaleBase(): BaseModel {
  const outline = outlineBase('micro', readFolder(baseFolder('micro')));
  const config = { ...outline.config, maxPositionEmbeddings: 32_768, vocabularySize: VOCABULARY };
  return { ...outline, config, tokenizer: moved(outline.tokenizer), weights: new Map() };
}

const up = (ids: readonly number[]): number[] => ids.map((id) => id + MOVED);

function moved(tokenizer: TextTokenizer): TextTokenizer {
  const tokensOf = ({ encode, encodeStretch, start, end }: PromptTokens): PromptTokens => ({
    encode: (text) => up(encode(text)),
    encodeStretch: (parts, first) => encodeStretch(parts, first).map(up),
    start: up(start),
    end: end + MOVED,
  });
  const kept = new Map<string, PromptTokens>();
  const tokensFor: TextTokenizer['tokensFor'] = (template, thinking) => {
    const key = `${template} ${thinking}`;
    const known = kept.get(key) ?? tokensOf(tokenizer.tokensFor(template, thinking));
    kept.set(key, known);
    return known;
  };
  const decode: TextTokenizer['decode'] = (ids, options) =>
    tokenizer.decode(
      ids.map((id) => id - MOVED),
      options,
    );
  return new Proxy(tokenizer, {
    get: (target, name): unknown => {
      if (name === 'tokensFor') return tokensFor;
      if (name === 'decode') return decode;
      if (name === 'promptTokens') return tokensFor('workbench');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
