/** Thin host of the preview of prompts: tokenizers of the bases asked for, and an environment over a port. */
import * as Comlink from 'comlink';
import { baseNameOf, baseNames } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EnvironmentInfo } from '../../src/core/environment/contract.ts';
import { previewPrompts } from '../../src/core/episode/preview.ts';
import { outcomeOf } from '../../src/core/faults.ts';
import type { Files } from '../../src/core/formats/files.ts';
import { PROMPT_FILES, readPromptFiles } from '../../src/core/formats/models/hf.ts';
import { adapterParameters, type ModelConfig, modelParameters } from '../../src/core/formats/models/model-config.ts';
import { type TextTokenizer, tokenizerFor } from '../../src/core/tokenizer/tokenizer.ts';
import { EnvironmentClient } from '../environment/client.ts';
import { fetchBase } from '../trainer/fetchBase.ts';
import type { CountRequest, PromptPreview, PromptRequest, PromptsApi, TokenCount } from './protocol.ts';

interface Base {
  readonly config: ModelConfig;
  readonly tokenizer: TextTokenizer;
  /** The files it was read from, where they are a person's own. */
  readonly files: Files | null;
}

let environment: EnvironmentClient | null = null;
let loaded: { readonly source: string; readonly info: EnvironmentInfo } | null = null;
/** Every base that was asked for: a tokenizer is small beside its model. */
const bases = new Map<string, Base>();

async function preview({ document, source, agent, start, recorded, bases: own }: PromptRequest): Promise<PromptPreview> {
  const { team, training } = document;
  const settings = team.agents[agent];
  if (!environment || !settings) throw new Error('the preview was asked too early, or for nobody');
  const named = new Map<string, Base>();
  for (const name of baseNames(document as ProjectDocument)) named.set(name, await baseOf(name, document as ProjectDocument, own[name]));
  const tokenizerOf = (index: number): TextTokenizer => {
    const speaker = team.agents[index];
    const base = speaker && named.get(baseNameOf(document, speaker));
    if (!base) throw new Error(`the base of agent ${index} was not loaded`);
    return base.tokenizer;
  };
  if (loaded?.source !== source) {
    loaded = null;
    loaded = { source, info: await environment.load(source) };
  }
  const { info } = loaded;
  const { prompts, ...found } = await previewPrompts(
    {
      team,
      horizon: training.horizon,
      compat: training.compat,
      tokensOf: (index) => tokenizerOf(index).tokensFor(team.template, team.thinking),
      host: environment,
      info,
      start,
      recorded,
    },
    agent,
  );
  const tokenizer = tokenizerOf(agent);
  const name = baseNameOf(document, settings);
  const { config } = await baseOf(name, document as ProjectDocument, own[name]);
  return {
    ...found,
    problems: info.splits.train,
    base: name,
    context: config.maxPositionEmbeddings,
    weights: { adapter: adapterParameters(config, settings.adapter), base: modelParameters(config) },
    maxNewTokens: settings.sampling.maxNewTokens,
    prompts: prompts.map((prompt) => ({
      ...prompt,
      texts: [...prompt.promptIds, ...prompt.responseIds].map((id) => tokenizer.tokenText(id)),
    })),
  };
}

async function count({ document, agent, text, bases: own }: CountRequest): Promise<TokenCount> {
  const settings = document.team.agents[agent];
  if (!settings) throw new Error('nobody was named whose tokens are to be counted');
  const name = baseNameOf(document, settings);
  const { config, tokenizer } = await baseOf(name, document as ProjectDocument, own[name]);
  return { tokens: tokenizer.promptTokens.encode(text).length, context: config.maxPositionEmbeddings };
}

async function baseOf(name: string, document: ProjectDocument, files: Files | undefined): Promise<Base> {
  const known = bases.get(name);
  if (known && sameFiles(known.files, files)) return known;
  const { config, tokenizer } = readPromptFiles(files ?? (await fetchBase(document, name, PROMPT_FILES)), name);
  const base: Base = { config, tokenizer: tokenizerFor(tokenizer, config.vocabularySize, name), files: files ?? null };
  bases.set(name, base);
  return base;
}

/** Another folder may come under a name that was used before. */
function sameFiles(a: Files | null, b: Files | undefined): boolean {
  if (!a || !b) return !a && !b;
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => sameBytes(a[path], b[path]));
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((byte, at) => byte === b[at]);
}

const api: PromptsApi = {
  connectEnvironment(port) {
    environment = new EnvironmentClient(port);
    loaded = null;
    return Promise.resolve();
  },
  preview: (request) => outcomeOf(() => preview(request)),
  count: (request) => outcomeOf(() => count(request)),
};

Comlink.expose(api);
