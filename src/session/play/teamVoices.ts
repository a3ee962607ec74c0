/**
 * Teams as their checkpoints left them, put on an engine to speak and not to learn: the bases once, of the adapters those
 * that are asked for. Several versions of an agent's adapter can speak side by side.
 */
import { at, look, orElse } from '../../core/at.ts';
import { valuedPrompt } from '../../core/compat/linearTraining.ts';
import { z } from 'zod';
import { baseNameOf, teamBaseNames } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { adapterFilesOf } from '../../core/formats/models/adapters/adapterFiles.ts';
import { readAdapters } from '../../core/formats/models/adapters/adapters.ts';
import { decodeJson, type Files } from '../../core/formats/files.ts';
import type { LoraWeights } from '../../core/formats/models/adapters/peft.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import type { Engine } from '../../engine/engine.ts';
import type { GenerationService } from '../../engine/generate/jobs.ts';
import { endsOf } from '../../core/tokenizer/promptTokens.ts';
import { adapterSlot } from '../../engine/model/adapters.ts';
import type { AdapterSlot } from '../../engine/contracts/plan.ts';
import { promptAlone } from '../../engine/train/batches.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import { type Critic, createCritic } from '../critics/critic.ts';
import { sharingOf } from '../policy/policyAdapter.ts';
import { adapterSpecs, type BaseModel, baseOnEngine, scopeAmong } from '../team/base.ts';
import { batchMessages, sampledSequence, sequenceOf, valuedSequence } from './batch.ts';
import { checkLength, type Voice } from './rollout.ts';
import { runFileFaults } from '../../words/words.ts';

/** The adapters that a team speaks with; agents without one speak with their base alone. */
export interface SpeakingTeam {
  /** Completed iterations. */
  readonly iteration: number;
  /** By role; agents that share one have it each. */
  readonly adapters: ReadonlyMap<string, LoraWeights>;
  /** How often each role's adapter had been updated. */
  readonly versions: ReadonlyMap<string, number>;
}

/** The team of a checkpoint's own folder (`files` without its path), or of the adapters a run began with; without files its bases. */
export function speakingTeam(document: ProjectDocument, bases: readonly BaseModel[], iteration: number, files: Files): SpeakingTeam {
  const own = adapterFilesOf(files);
  // The run was trained with them, whatever they call its base.
  const reading = { tell: () => undefined };
  const adapters = Object.keys(own).length > 0 ? readAdapters(own, adapterSpecs(document, bases), reading) : new Map<string, LoraWeights>();
  return { iteration, adapters, versions: versionsIn(document, iteration, files) };
}

/** Versions of the adapters by role, as `trainer_state.json` counts them; where there is none, an update an iteration. */
function versionsIn(document: ProjectDocument, iteration: number, files: Files): Map<string, number> {
  const bytes = files['trainer_state.json'];
  const counted = bytes
    ? stateSchema.safeParse(decodeJson(bytes, 'trainer_state.json', runFileFaults, 'E_CHECKPOINT_STATE')).data
    : undefined;
  const all = document.team.agents.map((_, index) => index);
  return new Map(
    sharingOf(document, all).flatMap((agents) => {
      const roles = agents.map((agent) => at(document.team.agents, agent, 'agent').role);
      const version = counted?.state.adapters[at(roles, 0)]?.version ?? iteration;
      return roles.map((role) => [role, version] as const);
    }),
  );
}

const stateSchema = z.object({ state: z.object({ adapters: z.record(z.string(), z.object({ version: z.int().min(0) })) }) });

/** Everybody speaks with their base alone. */
export const UNTRAINED: SpeakingTeam = { iteration: -1, adapters: new Map(), versions: new Map() };

/** One agent speaks as another version of its team left it. */
export interface Stand {
  readonly role: string;
  readonly team: SpeakingTeam;
}

/** The agents of one base. */
interface Group {
  readonly base: BaseModel;
  readonly agents: readonly number[];
  /** Agents by shared adapter; each alone where they share none. */
  readonly sharing: readonly (readonly number[])[];
  slots: readonly AdapterSlot[];
  parameters: readonly string[];
  generator: GenerationService | null;
}

export class TeamVoices {
  readonly #groups: readonly Group[];
  /** Whose adapters are on the engine, ascending by iteration. */
  #present: readonly SpeakingTeam[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly document: ProjectDocument,
    bases: readonly BaseModel[],
  ) {
    const names = teamBaseNames(document);
    this.#groups = names.map((name) => {
      const base = bases.find((candidate) => candidate.name === name);
      if (!base) throw new Error(`the base ${name} was not loaded`);
      const agents = document.team.agents.flatMap((agent, index) => (baseNameOf(document, agent) === name ? [index] : []));
      const scoped = baseOnEngine(base, document, scopeAmong(names, name));
      engine.setParameters(scoped.weights, true);
      return { base: scoped, agents, sharing: sharingOf(document, agents), slots: [], parameters: [], generator: null };
    });
  }

  /** The voices of `team` by agent index, first as it is and then with `stands` in their agents' places. */
  voices(team: SpeakingTeam, ...stands: readonly (readonly Stand[])[]): Voice[][] {
    this.#put([team, ...stands.flatMap((some) => some.map((stand) => stand.team))]);
    return [[], ...stands].map((some) =>
      this.document.team.agents.map(({ role }, agent) => this.#voice(agent, some.findLast((stand) => stand.role === role)?.team ?? team)),
    );
  }

  /** Fills `ref_logprobs` of the records' messages: one pass of each base over its agents' messages. */
  async scoreReferences(records: readonly EpisodeRecord[]): Promise<void> {
    const all = batchMessages(this.document, records).flat();
    for (const { base, agents } of this.#groups) {
      const messages = all.flatMap(({ agent, message }) => (agents.includes(agent) ? [message] : []));
      const sequences = messages.map((message) => sequenceOf(message, -1, this.document.training.compat));
      const { logprobs } = await scoreSequences(this.engine, base.config, [], sequences);
      let at = 0;
      for (const message of messages) {
        message.ref_logprobs = Array.from(logprobs.subarray(at, at + message.response_ids.length));
        at += message.response_ids.length;
      }
    }
  }

  /**
   * The frozen base's features, [D] of it, under the last token of what a critic reads: before each of the messages, or before its last token.
   * That state holds all the words of a message that ended by itself.
   */
  async features(messages: readonly MessageRecord[], upTo: 'first' | 'last' = 'first'): Promise<Float32Array[]> {
    const agentOf = new Map(this.document.team.agents.map(({ role }, index) => [role, index]));
    const found = messages.map(() => new Float32Array());
    for (const { base, agents } of this.#groups) {
      const own = messages.flatMap((message, index) => (agents.includes(look(agentOf, message.role, 'role')) ? [{ message, index }] : []));
      const sequences = own.map(({ message }) => {
        const { ids, first, scored } = valuedSequence(message);
        const prompt = valuedPrompt(message);
        checkLength(base, message.role, prompt.length, upTo === 'last' ? ids.length - first : 0, prompt === message.critic_prompt_ids);
        return promptAlone(ids.slice(0, upTo === 'first' ? first : (scored?.at(-1) ?? ids.length - 1)));
      });
      const { hidden } = await scoreSequences(this.engine, base.config, [], sequences, { hidden: true });
      const { hiddenSize: width } = base.config;
      own.forEach(({ index }, row) => (found[index] = hidden.slice(row * width, (row + 1) * width)));
    }
    return found;
  }

  /** A new critic for the agents of each base, as `document` says, one after the other: each is on the engine until the next is asked for. */
  *openCritics(document: ProjectDocument): Generator<{ readonly agents: readonly number[]; readonly critic: Critic }> {
    for (const { base, agents } of this.#groups) {
      const critic = createCritic(this.engine, base.config, document, agents);
      try {
        yield { agents, critic };
      } finally {
        this.engine.removeParameters([...critic.parameters.keys()]);
      }
    }
  }

  /** Log-probabilities of the records' messages under `team`, in their order; an entry per response token. */
  async score(team: SpeakingTeam, records: readonly EpisodeRecord[]): Promise<Float32Array[]> {
    const [voices = []] = this.voices(team);
    const all = batchMessages(this.document, records).flat();
    const scored = all.map(() => new Float32Array());
    for (const { base, agents, slots } of this.#groups) {
      const own = all.flatMap(({ agent, message }, index) => (agents.includes(agent) ? [{ agent, message, index }] : []));
      const sequences = own.map(({ agent, message }) => sampledSequence(message, at(voices, agent, 'voice of agent').slot));
      const { logprobs } = await scoreSequences(this.engine, base.config, slots, sequences);
      let from = 0;
      for (const { message, index } of own) {
        const until = from + message.response_ids.length;
        scored[index] = logprobs.slice(from, until);
        from = until;
      }
    }
    return scored;
  }

  dispose(): void {
    for (const group of this.#groups) {
      group.generator?.dispose();
      this.engine.removeParameters([...group.base.weights.keys(), ...group.parameters]);
    }
  }

  /** Puts the adapters of `teams` on the engine, and takes others away. */
  #put(teams: readonly SpeakingTeam[]): void {
    const wanted = [...new Map(teams.map((team) => [team.iteration, team])).values()].sort((a, b) => a.iteration - b.iteration);
    if (this.#present.length === wanted.length && wanted.every((team, at) => isSameTeam(team, this.#present[at]))) return;
    this.#present = [];
    for (const group of this.#groups) {
      group.generator?.dispose();
      group.generator = null;
      this.engine.removeParameters(group.parameters);
      const held = wanted.flatMap((team) => group.sharing.flatMap((agents) => this.#adapter(group, team, agents) ?? []));
      for (const { parameters } of held) this.engine.setParameters(parameters);
      group.parameters = held.flatMap(({ parameters }) => parameters.map(([name]) => name));
      group.slots = held.map(({ slot }) => slot);
      const ends = endsOf(group.base.tokenizer.tokensFor(this.document.team.template, this.document.team.thinking));
      group.generator = this.engine.openGenerator(group.base.config, group.slots, ends);
    }
    this.#present = wanted;
  }

  #adapter({ base }: Group, team: SpeakingTeam, agents: readonly number[]) {
    const agent = at(this.document.team.agents, at(agents, 0), 'agent');
    const weights = agents.map((index) => team.adapters.get(at(this.document.team.agents, index, 'agent').role)).find(Boolean);
    if (!weights) return null;
    const name = slotName(agent.role, team);
    const slot = { ...adapterSlot(base.config, name, agent.adapter), trainable: false };
    return { slot, parameters: [...weights.tensors].map(([tensor, value]) => [`${name}/${tensor}`, value] as const) };
  }

  #voice(agent: number, team: SpeakingTeam): Voice {
    const { role } = at(this.document.team.agents, agent, 'agent');
    const group = this.#groups.find(({ agents }) => agents.includes(agent));
    if (!group?.generator) throw new Error(`${role} stands on no base`);
    const first = group.sharing.find((agents) => agents.includes(agent))?.[0] ?? agent;
    const name = slotName(at(this.document.team.agents, first, 'agent').role, team);
    return {
      base: group.base,
      generator: group.generator,
      slot: group.slots.findIndex((slot) => slot.name === name),
      version: orElse(team.versions.get(role), 0),
    };
  }
}

/**
 * Whether two teams speak with the same numbers. Their iteration alone does not say so: a run that went on from an earlier
 * checkpoint has trained that iteration again.
 */
function isSameTeam(a: SpeakingTeam, b: SpeakingTeam | undefined): boolean {
  if (a.iteration !== b?.iteration || a.adapters.size !== b.adapters.size) return false;
  return [...a.adapters].every(([role, own]) => {
    const other = b.adapters.get(role);
    if (own.tensors.size !== other?.tensors.size || own.rank !== other.rank || own.alpha !== other.alpha) return false;
    return [...own.tensors].every(([name, { data }]) => {
      const held = other.tensors.get(name)?.data;
      return held?.length === data.length && data.every((value, at) => Object.is(value, held[at]));
    });
  });
}

const slotName = (role: string, { iteration }: SpeakingTeam): string => `${role}@${iteration}`;
