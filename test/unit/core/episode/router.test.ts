/** Episodes in which one agent opens the graph's connections: random teams against a plainer twin, and the message word by word. */
import { describe, expect, it } from 'vitest';
import type { Edge, TeamSettings } from '../../../../src/core/document/schema.ts';
import type { ChosenGraph } from '../../../../src/core/environment/contract.ts';
import type { Episode } from '../../../../src/core/episode/machine.ts';
import { speakingOrder } from '../../../../src/core/team/graph.ts';
import { routedBy } from '../../../../src/core/team/router.ts';
import { routerPrompt } from '../../../../src/core/team/routing.ts';
import { graphAt } from '../../../../src/core/team/turns.ts';
import { begin, checkMasks, expectedSees, HORIZON, marker, nameOf, play, profileText, promptText, type Writable } from './episodes.ts';
import { Cases, messageFor, randomEdges, shown, teamOf } from './support.ts';

const pairs = (edges: readonly Edge[]): (readonly [string, string])[] => edges.map(({ from, to }) => [from, to]);
const speaksIn = ({ speaks: { from, every } }: TeamSettings['agents'][number], turn: number) => turn >= from && (turn - from) % every === 0;

/** A team of up to five in which one agent, anywhere in the list, routes. */
function routedTeam(seed: number): TeamSettings {
  const cases = new Cases(seed + 11_000);
  const roles = Array.from({ length: cases.integer(2, 5) }, (_, index) => `a${index}`);
  const router = roles[cases.integer(0, roles.length - 1)]!;
  const graph = (number: number) => randomEdges(number, roles.length).filter(({ to }) => to !== router);
  const team = structuredClone(teamOf(roles, pairs(graph(seed)), seed % 2 ? 'parents' : 'ancestors')) as Writable<TeamSettings>;
  team.orchestration = 'routed';
  team.orchestrator.role = router;
  team.anonymous = cases.uniform() < 0.3;
  team.history = (['all', 'visible', 'own'] as const)[cases.integer(0, 2)]!;
  if (cases.integer(0, 1)) team.turns = [{ turn: cases.integer(1, 3), edges: graph(seed + 77) }];
  for (const agent of team.agents) {
    agent.prompt = `profile of ${agent.role}`;
    agent.observes = cases.uniform() < 0.8;
    if (cases.integer(0, 4) === 0) agent.speaks = { from: 1, every: 2 };
  }
  return team;
}

/** What a router wants in one turn, and a message that says it. */
interface Wish {
  readonly text: string;
  readonly holds: readonly Edge[];
  readonly speaks: readonly string[];
  readonly mistake: boolean;
}

/** A message made from what is to be open, so that nothing here reads one. */
function wishFor(team: TeamSettings, turn: number, cases: Cases): Wish {
  const { edges } = graphAt(team, turn);
  const router = team.orchestrator.role;
  const onDuty = team.agents.filter((agent) => agent.role !== router && speaksIn(agent, turn)).map(({ role }) => role);
  const outOf = (role: string, among: readonly Edge[]) => among.filter(({ from }) => from === role);
  const mistake = cases.uniform() < 0.15;
  const silent = cases.uniform() < 0.1;
  const wanted = edges.filter(({ from }) => onDuty.includes(from) && !silent && cases.uniform() < 0.5);
  const words = onDuty.flatMap((role) => {
    const [all, some] = [outOf(role, edges), outOf(role, wanted)];
    const whole = all.length === some.length && cases.uniform() < 0.5;
    return whole ? [nameOf(team, role)] : some.map(({ to }) => `${nameOf(team, role)}>${nameOf(team, to)}`);
  });
  const off = team.agents.find(({ role }) => role === router || !onDuty.includes(role))!;
  if (mistake) words.splice(cases.integer(0, words.length), 0, ['hm', nameOf(team, off.role)][cases.integer(0, 1)]!);
  const open = mistake ? [] : wanted;
  return {
    text: words.length === 0 ? ['', ' nobody.'][cases.integer(0, 1)]! : words.join([' ', ', ', ';\n'][cases.integer(0, 2)]),
    holds: edges.filter((edge) => !onDuty.includes(edge.from) || open.includes(edge)),
    speaks: onDuty.filter((role) => outOf(role, edges).length === 0 || outOf(role, open).length > 0),
    mistake,
  };
}

describe('100 random teams with a router', () => {
  it('show nothing that the router did not let through, and all that it did, whatever the order of delivery', () => {
    const total = { heldBack: 0, shown: 0, mistakes: 0, own: 0 };
    for (let seed = 0; seed < 100; seed++) {
      const team = routedTeam(seed);
      const router = team.agents.find(({ role }) => role === team.orchestrator.role)!;
      const cases = new Cases(seed);
      const wishes = Array.from({ length: HORIZON }, (_, turn) => (speaksIn(router, turn) ? wishFor(team, turn, cases) : null));
      const text = (request: { role: string; turn: number; call: number }) =>
        (request.role === router.role ? wishes[request.turn]?.text : undefined) ?? marker(request);
      const record = play(team, { text });
      expect(play(team, { text, pick: (waiting) => cases.integer(0, Math.max(0, waiting - 1)) })).toEqual(record);
      expect(JSON.parse(JSON.stringify(record))).toEqual(record);

      // The team as it would be if somebody had drawn what the router opened, turn by turn.
      const drawn = wishes.map((wish, turn) => wish?.holds ?? graphAt(team, turn).edges);
      const asDrawn = {
        ...team,
        edges: [...drawn[0]!],
        turns: drawn.slice(1).map((edges, index) => ({ turn: index + 1, edges: [...edges] })),
      };
      wishes.forEach((wish, turn) => {
        const rest = speakingOrder(graphAt(asDrawn, turn)).map((index) => team.agents[index]!);
        const speakers = rest.filter((agent) => agent !== router && (wish ? wish.speaks.includes(agent.role) : speaksIn(agent, turn)));
        const said = record.messages.filter((message) => message.turn === turn).map(({ role }) => role);
        expect(said).toEqual([...(wish ? [router.role] : []), ...speakers.map(({ role }) => role)]);
        const graph = record.dependencies?.[turn] ?? null;
        if (!wish) expect(graph).toBeNull();
        else expect({ ...graph, speaks: graph?.speaks?.toSorted() }).toEqual({ edges: wish.holds, speaks: said.toSorted() });
        total.heldBack += wish ? graphAt(team, turn).edges.length - wish.holds.length : 0;
        total.mistakes += wish?.mistake ? 1 : 0;
        total.own += wish ? 0 : 1;
      });
      record.messages.forEach((message) => {
        expect(message.sees).toEqual(expectedSees(asDrawn, record, message));
        const prompt = shown(message.prompt_ids);
        const others = team.agents.filter((agent) => agent !== router);
        const told = routerPrompt(
          others.map(({ role }) => ({
            name: nameOf(team, role),
            description: `The ${profileText(team, role).split(' ')[3]} agent of the team.`,
          })),
        );
        const profile = profileText(team, message.role) + (message.role === router.role && team.anonymous ? `\n${told}` : '');
        expect(prompt).toBe(promptText(team, record, message, profile, () => ''));
        // Said once more without the twin: of this turn, what is not let through is nowhere in the prompt.
        record.messages.forEach((other, index) => {
          if (other.role === router.role) return;
          expect(prompt.includes(other.text)).toBe(message.sees.includes(index));
          if (other.turn === message.turn && message.sees.includes(index)) total.shown += 1;
        });
        checkMasks(message);
      });
      expect(record.routing).toEqual({
        orchestrator_calls: wishes.filter((wish) => wish).length,
        specialist_calls: record.messages.filter(({ role, turn }) => role !== router.role || !wishes[turn]).length,
        unknown_role: wishes.filter((wish) => wish?.mistake).length,
        no_tag: 0,
        limit: 0,
      });
    }
    for (const [what, count] of Object.entries(total)) expect(count, what).toBeGreaterThan(20);
  });

  it('play the turn that an environment would have chosen, message for message', () => {
    for (let seed = 0; seed < 40; seed++) {
      const { agents, ...rest } = routedTeam(seed);
      const router = agents.find(({ role }) => role === rest.orchestrator.role)!;
      // Where the graph alone says who speaks, the place in the list does; and in an anonymous team a router is told what to write.
      const others = agents.filter((agent) => agent !== router);
      const team = { ...rest, anonymous: false, agents: [{ ...router, speaks: { from: 0, every: 1 } }, ...others] };
      const { text } = wishFor(team, 0, new Cases(seed));
      const spoken = (of: TeamSettings, dependencies?: ChosenGraph): Episode => {
        const episode = begin({ team: of, first: { state: 0, observation: 'q', ...(dependencies && { dependencies }) } });
        for (let ready = episode.ready(); ready.length > 0; ready = episode.ready())
          for (const request of ready) episode.deliver(request, messageFor(request, request.role === router.role ? text : marker(request)));
        return episode;
      };
      const { messages, dependencies, routing } = spoken(team).record();
      expect(routing).toBeDefined();
      const chosen = spoken({ ...team, orchestration: 'static' }, dependencies![0]!).record();
      expect([chosen.messages, chosen.dependencies]).toEqual([messages, dependencies]);
    }
  });

  it('have all on duty wait for the router, and behind it those whom nobody hears for nobody', () => {
    const team: TeamSettings = {
      ...teamOf(
        ['solver', 'critic', 'router'],
        [
          ['solver', 'critic'],
          ['router', 'critic'],
        ],
      ),
      orchestration: 'routed',
      orchestrator: { role: 'router', maxSteps: 10 },
    };
    const episode = begin({ team, first: { state: 0, observation: 'q' } });
    const [router, ...more] = episode.ready();
    expect([router?.role, router?.sees, more]).toEqual(['router', [], []]);
    expect(episode.waits()).toEqual([[2], [2], []]);
    episode.deliver(router!, messageFor(router!, 'nobody'));
    expect(episode.ready().map(({ role, sees }) => [role, sees])).toEqual([['critic', [0]]]);
    expect(episode.waits()).toEqual([[], [], []]);
    expect([0, 1, 2].map((agent) => episode.onDuty(agent))).toEqual([false, true, true]);
  });
});

describe('what a router says', () => {
  const team: TeamSettings = {
    ...teamOf(
      ['router', 'a', 'b', 'c'],
      [
        ['a', 'b'],
        ['a', 'c'],
        ['b', 'c'],
      ],
    ),
    orchestration: 'routed',
    orchestrator: { role: 'router', maxSteps: 10 },
  };
  const names = team.agents.map(({ role }) => role);
  const opened = (text: string, of = names) => {
    const { graph, followed } = routedBy(text, team, of, 0);
    return [graph.edges.map(({ from, to }) => `${from}>${to}`).join(' '), graph.speaks?.join(' '), followed];
  };

  it.each<readonly [string, string, string, boolean]>([
    ['a b', 'a>b a>c b>c', 'router a b c', true],
    ['a', 'a>b a>c', 'router a c', true],
    ['a>c', 'a>c', 'router a c', true],
    ['**b**, a>b.', 'a>b b>c', 'router a b c', true],
    ['b c', 'b>c', 'router b c', true],
    ['', '', 'router c', true],
    ['nobody', '', 'router c', true],
    ['a nobody', '', 'router c', false],
    ['ask a', '', 'router c', false],
    ['not a', '', 'router c', false],
    ['A', '', 'router c', false],
    ['a router', '', 'router c', false],
    ['b>a', '', 'router c', false],
    ['a >c', '', 'router c', false],
    ['a>', '', 'router c', false],
  ])('“%s” opens “%s”', (text, edges, speaks, followed) => {
    expect(opened(text)).toEqual([edges, speaks, followed]);
  });

  it('is read by the names that its prompt shows', () => {
    const anonymous = names.map((_, index) => `agent_${index + 1}`);
    expect(opened('agent_2>agent_4', anonymous)).toEqual(['a>c', 'router a c', true]);
    expect(opened('a', anonymous)).toEqual(['', 'router c', false]);
  });

  it('opens of the graph that the environment chose, among those who speak by it', () => {
    const chosen = { edges: [{ from: 'c', to: 'a' }], speaks: ['router', 'a', 'c'] };
    expect(routedBy('c', team, names, 0, chosen).graph).toEqual({ edges: chosen.edges, speaks: ['router', 'a', 'c'] });
    expect(routedBy('b', team, names, 0, chosen)).toEqual({ graph: { edges: [], speaks: ['router', 'a'] }, followed: false });
  });

  it('leaves open the way through an agent that is skipped', () => {
    const skipped = {
      ...team,
      agents: team.agents.map((agent) => (agent.role === 'b' ? { ...agent, speaks: { from: 1, every: 1 } } : agent)),
    };
    expect(routedBy('a>b', skipped, names, 0).graph).toEqual({
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
      speaks: ['router', 'a', 'c'],
    });
  });
});
