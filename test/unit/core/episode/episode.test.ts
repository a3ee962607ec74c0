/** Properties of episodes over random teams whose 𝒟, duty, memory and names vary. */
import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import type { GenerationRequest } from '../../../../src/core/episode/machine.ts';
import type { PromptTokens } from '../../../../src/core/tokenizer/promptTokens.ts';
import { speakingOrder } from '../../../../src/core/team/graph.ts';
import { graphAt } from '../../../../src/core/team/turns.ts';
import { begin, checkMasks, expectedSees, HORIZON, marker, play, profileText, promptText } from './episodes.ts';
import type { Writable } from './episodes.ts';
import { Cases, messageFor, randomEdges, randomTeam, shown, teamOf, tokens } from './support.ts';

/** A random team with all that may vary from turn to turn and from agent to agent. */
function variedTeam(seed: number): TeamSettings {
  const cases = new Cases(seed + 5000);
  const team = structuredClone(randomTeam(seed)) as Writable<TeamSettings>;
  const { length } = team.agents;
  for (const agent of team.agents) {
    agent.prompt = cases.integer(0, 1) ? `profile of ${agent.role}\nmore` : '';
    agent.observes = cases.uniform() < 0.8;
    agent.speaks = { from: cases.integer(0, 3) === 0 ? cases.integer(0, 3) : 0, every: cases.integer(1, 2) };
  }
  team.history = (['all', 'visible', 'own'] as const)[cases.integer(0, 2)]!;
  team.anonymous = cases.uniform() < 0.3;
  if (cases.integer(0, 1)) team.turns = [{ turn: cases.integer(1, 3), edges: randomEdges(seed + 77, length) }];
  return team;
}

describe('200 random teams of the graph’s order', () => {
  it('show exactly what 𝒟 and the history allow, in order, whatever the order of delivery', () => {
    let skips = 0;
    for (let seed = 0; seed < 200; seed++) {
      const team = variedTeam(seed);
      const cases = new Cases(seed);
      const record = play(team);
      expect(play(team, { pick: (waiting) => cases.integer(0, Math.max(0, waiting - 1)) })).toEqual(record);
      expect(JSON.parse(JSON.stringify(record))).toEqual(record);
      expect(record.routing).toBeUndefined();

      for (let turn = 0; turn < HORIZON; turn++) {
        const onDuty = speakingOrder(graphAt(team, turn))
          .map((index) => team.agents[index]!)
          .filter(({ speaks }) => turn >= speaks.from && (turn - speaks.from) % speaks.every === 0);
        skips += team.agents.length - onDuty.length;
        expect(record.messages.filter((message) => message.turn === turn).map(({ role }) => role)).toEqual(onDuty.map(({ role }) => role));
      }
      record.messages.forEach((message, index) => {
        expect(message.sees).toEqual(expectedSees(team, record, message));
        expect(message.call).toBe(record.messages.slice(0, index).filter(({ role }) => role === message.role).length);
        const text = shown(message.prompt_ids);
        expect(text).toBe(promptText(team, record, message, profileText(team, message.role)));
        // Said once more without the twin: what is not seen is nowhere in the prompt.
        expect(record.messages.flatMap((other, at) => (text.includes(other.text) ? [at] : []))).toEqual(message.sees);
        checkMasks(message);
      });
    }
    expect(skips).toBeGreaterThan(100);
  });

  it('draw randomness by agent and by how often it spoke', () => {
    for (let seed = 0; seed < 50; seed++) {
      const keys = new Map<string, string>();
      const text = (request: GenerationRequest) => {
        const key = `${request.agentIndex} ${request.call}`;
        expect(keys.has(key)).toBe(false);
        keys.set(key, request.key.join());
        return marker(request);
      };
      play(variedTeam(seed), { text });
      expect(new Set(keys.values()).size).toBe(keys.size);
    }
  });
});

describe('a turn in which nobody is on duty', () => {
  it('goes to the environment with no new message', () => {
    const duo = teamOf(['a', 'b'], [['a', 'b']]);
    const { messages } = play({ ...duo, agents: duo.agents.map((agent) => ({ ...agent, speaks: { from: 1, every: 2 } })) });
    expect(messages.map(({ role, turn }) => `${role} ${turn}`)).toEqual(['a 1', 'b 1', 'a 3', 'b 3']);
  });
});

describe('readers with another tokenizer', () => {
  const shiftedIds = (text: string) => tokens.encode(text).map((id) => id + 100_000);
  const shifted: PromptTokens = {
    encode: shiftedIds,
    encodeStretch: (parts) => parts.map(shiftedIds),
    start: [100_001],
    end: 100_002,
  };
  it('read the text anew, all others the sampled ids', () => {
    const team = teamOf(
      ['a', 'b', 'c'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    );
    const odd = 77_777; // an id that encoding never gives
    const episode = begin({
      team,
      tokensOf: (agent) => (agent === 1 ? shifted : tokens),
      first: { state: null, observation: 'q' },
    });
    const [a] = episode.ready();
    episode.deliver(a!, { ...messageFor(a!, 'hi'), responseIds: [odd, 2], logprobs: [0, 0], entropies: [0, 0] });
    const [b] = episode.ready();
    expect(b!.promptIds.every((id) => id > 100_000)).toBe(true);
    expect(shown(b!.promptIds.map((id) => id - 100_000))).toBe('<problem: q>\n<a: hi>\n<b: ');
    episode.deliver(b!, { ...messageFor(b!, 'ho'), responseIds: shifted.encode('ho'), logprobs: [0, 0], entropies: [0, 0] });
    const [c] = episode.ready();
    expect(c!.promptIds).toContain(odd);
    expect(shown(c!.promptIds.filter((id) => id !== odd))).toBe('<problem: q>\n<a: >\n<b: ho>\n<c: ');
  });
});
