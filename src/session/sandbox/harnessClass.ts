/**
 * Part of the guest's side of the sandbox (`harness.ts`): environments in the style of MARFT's first code base (R1), where
 * a class keeps the episode in its fields, as an environment of the contract, where `state` is JSON and an episode can be
 * forked. The state here is what the episode can be played again from: how it was reset, and what was said in each turn.
 * Every call makes a new instance and plays up to where it is, so the n-th step costs n steps.
 */
import type { ClassEnvironment, ClassEnvironmentConstructor, Json, Message, Random } from 'marft/env';
import { seededRandom } from 'marft/env';
import { ruleError, ruleOf } from './harnessRule.ts';

type Bag = Readonly<Record<string, unknown>>;
type Key = readonly [number, number];

/** Optional hooks that a class may have as methods. */
const METHODS = ['stepReward', 'demonstrate', 'mistake', 'render', 'privileged', 'tool', 'dependencies'] as const;

interface PastTurn {
  readonly messages: readonly Message[];
  readonly key: Key;
}

interface ReplayState {
  readonly reset: { readonly seed: number; readonly split: string; readonly index: number; readonly problem?: Json };
  readonly key: Key;
  readonly turns: readonly PastTurn[];
}

const isHolder = (value: unknown): value is Bag => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The class of a default export that is one, or has one under `Environment`; undefined for an environment of the contract. */
export function classOf(exported: unknown): ClassEnvironmentConstructor | undefined {
  if (!isHolder(exported)) return undefined;
  const found = typeof exported === 'function' ? exported : exported.Environment;
  return typeof found === 'function' ? (found as ClassEnvironmentConstructor) : undefined;
}

/** The class as an environment; `exported` is the default export, which may say name, splits and the rest beside the class. */
export function environmentOfClass(Class: ClassEnvironmentConstructor, exported: Bag): Record<string, unknown> {
  const roles = rolesOf(Class.roles ?? exported.roles);
  const said = (name: string): unknown => exported[name] ?? (Class as unknown as Bag)[name];

  /** A new instance, reset and played through the turns that are over; its chance follows the keys it was first drawn with. */
  const replay = (
    { reset, key, turns }: ReplayState,
    located = locate,
  ): { instance: ClassEnvironment; draw(key: Key): void; first: unknown } => {
    let drawing = seededRandom(...key);
    const random: Random = () => drawing();
    const { split, ...rest } = reset;
    const instance = located(
      'the constructor',
      () => new Class({ ...rest, mode: split as 'train', roles, num_agents: roles?.length, rank: 0, random }),
    );
    const first = located('reset()', () => instance.reset());
    for (const [index, turn] of turns.entries()) {
      drawing = seededRandom(...turn.key);
      located(`the step() of turn ${index}`, () => instance.step(actionsOf(turn.messages, roles)));
    }
    return {
      instance,
      draw(next) {
        drawing = seededRandom(...next);
      },
      first,
    };
  };

  const environment: Record<string, unknown> = {
    contract: said('contract'),
    name: said('name'),
    description: said('description') ?? '',
    splits: said('splits'),
    skills: said('skills'),
    reset({ seed, split, index, problem }: ReplayState['reset'], key: Key) {
      const state: ReplayState = { reset: { seed, split, index, ...(problem !== undefined && { problem }) }, key, turns: [] };
      return { state, observation: shared(replay(state, (_, work) => work()).first, roles, 'reset()', 'observation') };
    },
    step({ state, messages }: { state: ReplayState; messages: readonly Message[] }, key: Key) {
      const { instance, draw } = replay(state);
      draw(key);
      const spoken = messages.filter(({ turn }) => turn === messages.at(-1)?.turn);
      const result: unknown = instance.step(actionsOf(spoken, roles));
      if (!Array.isArray(result) || result.length < 3 || result.length > 4) {
        throw ruleError(
          'E_ENV_RESULT',
          'step() of a class must return [next_obs, rewards, dones, infos].',
          'Return a list of these, in this order.',
        );
      }
      const [observation, rewards, dones, infos] = result as unknown[];
      const speakers = roles ?? spoken.map(({ role }) => role);
      return {
        state: { ...state, turns: [...state.turns, { messages: spoken, key }] },
        observation: shared(observation, roles, 'step()', 'next_obs'),
        reward: Array.isArray(rewards) ? perRole(rewards, speakers, 'step()', 'rewards') : rewards,
        // The episode is over when it is for everybody, as R1's runner has it.
        terminated: Array.isArray(dones) ? dones.every((done) => done === true) : dones,
        truncated: false,
        ...(infos !== undefined && infos !== null && { info: infos }),
      };
    },
  };
  for (const method of METHODS) {
    if (typeof (Class.prototype as unknown as Bag | undefined)?.[method] !== 'function') continue;
    environment[method] = ({ state, random, ...input }: { state: ReplayState; random?: Random }) => {
      const { instance } = replay(state);
      const call = (instance as unknown as Record<string, (input: unknown) => unknown>)[method];
      return call?.call(instance, { ...input, random });
    };
  }
  // What is missing on the class is missing on the environment, and named by its check.
  for (const method of ['reset', 'step']) {
    if (typeof (Class.prototype as unknown as Bag | undefined)?.[method] !== 'function') delete environment[method];
  }
  return environment;
}

function rolesOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.length > 0 && value.every((role) => typeof role === 'string')) return value as string[];
  throw ruleError(
    'E_ENV_MODULE',
    'roles must be a list of names.',
    "Write `static roles = ['planner', 'solver'];`, in the order of R1's lists.",
  );
}

/** What was said in a turn, in the order of the roles; in speaking order where the class names none. */
function actionsOf(messages: readonly Message[], roles: readonly string[] | undefined): string[] {
  if (!roles) return messages.map(({ text }) => text);
  return roles.map((role) => messages.findLast((message) => message.role === role)?.text ?? '');
}

/** An observation: a text, or a list with one for each agent. */
function shared(value: unknown, roles: readonly string[] | undefined, hook: string, field: string): unknown {
  if (!Array.isArray(value)) return value;
  const [first] = value as unknown[];
  if (value.length > 0 && value.every((own) => own === first)) return first;
  if (roles) return perRole(value, roles, hook, field);
  throw ruleError(
    'E_ENV_RESULT',
    `${hook} gave ${value.length} different texts as ${field}, but the class does not say whose they are.`,
    "Add `static roles = ['planner', 'solver'];` to the class, in the order of the list.",
  );
}

function perRole(values: readonly unknown[], roles: readonly string[], hook: string, field: string): Record<string, unknown> {
  if (values.length !== roles.length) {
    throw ruleError(
      'E_ENV_RESULT',
      `${hook} gave ${values.length} ${field} for ${roles.length} agents (${roles.join(', ')}).`,
      'Give one value for the whole team, or one for each agent.',
    );
  }
  if (new Set(roles).size < roles.length) {
    throw ruleError(
      'E_ENV_RESULT',
      `${hook} gave a list of ${field}, but somebody spoke twice in the turn, so it is not clear whose they are.`,
      "Add `static roles = ['planner', 'solver'];` to the class, or give one value for the whole team.",
    );
  }
  return Object.fromEntries(roles.map((role, index) => [role, values[index]]));
}

/** Adds to an error where in the replay it came from. */
function locate<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof Error && !ruleOf(thrown))
      thrown.message = `${thrown.message} (in ${where}, when the episode was played again up to here)`;
    throw thrown;
  }
}
