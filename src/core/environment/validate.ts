/**
 * Checks what environment code handed back, field by field, before anything relies on it. The sandbox passes JSON only,
 * but of any shape: this is the wall. Every complaint names the hook and the field, and says what was found.
 */
import { fault, FaultError, type Fault } from '../faults.ts';
import { chosenSchema } from './chosenGraph.ts';
import type { ChosenGraph, EnvironmentInfo, PerRole, ResetResult, StepResult } from './contract.ts';
import type { Json } from '../json.ts';
import { RESULT_LIMITS } from './limits.ts';
import { environmentFaults, type Seen } from '../../words/words.ts';
import { guestWords } from './words.ts';

/** Most problems a finite split may have; it is shuffled as a whole. */
const LARGEST_SPLIT = 10_000_000;

const STEP_FIELDS = ['state', 'observation', 'reward', 'terminated', 'truncated', 'info', 'skills'];
const RESET_FIELDS = ['state', 'observation'];
/** Not a field that a module writes: the harness puts it there where the module has the hook. */
const CHOSEN = 'dependencies';
const OPTIONAL_HOOKS = ['transition', 'stepReward', 'demonstrate', 'mistake', 'render', 'privileged', 'tool', 'dependencies'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** What the sandbox found on the default export: functions are given as `{ "function": true }`. */
export type ExportSummary = unknown;

/** Names in a complaint are the module's own and may be of any length: both their ends are kept. */
function shortened(text: string): string {
  return text.length > 400 ? `${text.slice(0, 250)} … ${text.slice(-140)}` : text;
}

/** The values of a complaint with every text in them shortened, and free of what acts on whatever shows it. */
function tame<T>(value: T): T;
function tame(value: unknown): unknown {
  if (typeof value === 'string') return guestWords(shortened(value), 400);
  if (Array.isArray(value)) return value.map(tame);
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([key, own]) => [key, tame(own)])) : value;
}

/** A complaint of bounded length, whatever it names. */
function bounded({ message, hint, ...rest }: Fault): FaultError {
  const sentence = guestWords(`${shortened(message.replace(/\.$/, ''))}.`, 400);
  return new FaultError({ ...rest, message: sentence, ...(hint !== undefined && { hint: guestWords(hint, 600) }) });
}

type Result = Parameters<typeof environmentFaults.E_ENV_RESULT>[0];
type Module = Parameters<typeof environmentFaults.E_ENV_MODULE>[0];

function refuse(result: Result): never {
  throw bounded(fault(environmentFaults, 'E_ENV_RESULT', tame(result)));
}

function refuseModule(module: Module): never {
  throw bounded(fault(environmentFaults, 'E_ENV_MODULE', tame(module)));
}

/** A found value as a complaint says it. */
function seen(value: unknown): Seen {
  if (value === undefined) return { is: 'nothing' };
  if (value === null) return { is: 'null' };
  if (Array.isArray(value)) return { is: 'list', length: value.length };
  if (typeof value === 'string')
    return value.length > 40 ? { is: 'text', length: value.length } : { is: 'shown', shown: JSON.stringify(value) };
  return typeof value === 'object' ? { is: 'object' } : { is: 'shown', shown: String(value) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Walks a value that came out of `JSON.parse`, which still lets through ±∞ (`1e999`), `__proto__` keys and any depth. */
function checkJson(value: unknown, path: string, depth = 0): asserts value is Json {
  if (depth > RESULT_LIMITS.depth) refuse({ found: 'depth', path, most: RESULT_LIMITS.depth });
  if (value === undefined) refuse({ found: 'missing', path });
  if (typeof value === 'number' && !Number.isFinite(value)) refuse({ found: 'number', path, got: seen(value) });
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) checkJson(element, `${path}[${index}]`, depth + 1);
  } else if (isFields(value)) {
    for (const [key, element] of Object.entries(value)) {
      if (key === '__proto__') refuse({ found: 'proto', path });
      checkJson(element, `${path}.${key}`, depth + 1);
    }
  }
}

function jsonWithin(value: unknown, path: string, limit: number): Json {
  checkJson(value, path);
  const length = JSON.stringify(value).length;
  if (length > limit) refuse({ found: 'long_value', path, length, most: limit });
  return value;
}

function textWithin(value: unknown, path: string, limit: number): string {
  if (typeof value !== 'string') return refuse({ found: 'text', path, got: seen(value) });
  if (value.length > limit) refuse({ found: 'long_text', path, length: value.length, most: limit });
  return value;
}

function finite(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse({ found: 'number', path, got: seen(value) });
  return value;
}

function flag(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') return refuse({ found: 'flag', path, got: seen(value) });
  return value;
}

/** One value for all, or an object with one value per role. */
function perRole<T>(value: unknown, path: string, check: (value: unknown, path: string) => T): PerRole<T> {
  if (!isFields(value)) return check(value, path);
  const entries = Object.entries(value);
  if (entries.length === 0) return refuse({ found: 'empty', path });
  if (entries.length > RESULT_LIMITS.roles) return refuse({ found: 'entries', path, entries: entries.length, most: RESULT_LIMITS.roles });
  return Object.fromEntries(entries.map(([role, own]) => [role, check(own, `${path}.${role}`)]));
}

function observation(value: unknown, path: string): PerRole<string> {
  return perRole(value, path, (own, at) => textWithin(own, at, RESULT_LIMITS.observation));
}

function fieldsOf(value: unknown, hook: string, known: readonly string[]): Fields {
  if (!isFields(value)) return refuse({ found: 'no_object', hook, fields: known.slice(0, 5), got: seen(value) });
  const unknown = Object.keys(value).find((key) => !known.includes(key) && key !== CHOSEN);
  if (unknown !== undefined) refuse({ found: 'field', hook, field: unknown, known });
  return value;
}

/** What `dependencies` returned for the turn that follows; nothing for the team's own graph. */
function chosenGraph(value: unknown): { dependencies?: ChosenGraph } {
  if (value === undefined || value === null) return {};
  const { data, error } = chosenSchema.safeParse(value);
  if (data) return { dependencies: data };
  const [issue] = error.issues;
  return refuse({ found: 'graph', path: ['dependencies()', ...(issue?.path ?? [])].map(String).join('.'), reason: issue?.message ?? '' });
}

/** Checks what `reset` returned. */
export function checkReset(value: unknown): ResetResult {
  const fields = fieldsOf(value, 'reset', RESET_FIELDS);
  return {
    state: jsonWithin(fields.state, 'reset().state', RESULT_LIMITS.state),
    observation: observation(fields.observation, 'reset().observation'),
    ...chosenGraph(fields[CHOSEN]),
  };
}

function checkSkills(value: unknown, declared: readonly string[]): Record<string, number> {
  if (!isFields(value)) return refuse({ found: 'skills', path: 'step().skills', got: seen(value) });
  return Object.fromEntries(
    Object.entries(value).map(([name, level]) => {
      if (!declared.includes(name)) refuse({ found: 'skill', name });
      const checked = finite(level, `step().skills["${name}"]`);
      if (checked < 0 || checked > 1) refuse({ found: 'level', name, level: checked });
      return [name, checked];
    }),
  );
}

function checkInfoField(value: unknown): Record<string, Json> {
  if (!isFields(value)) return refuse({ found: 'info', path: 'step().info', got: seen(value) });
  return jsonWithin(value, 'step().info', RESULT_LIMITS.info) as Record<string, Json>;
}

/** Checks what `step` returned; `skills` are the names the module declares. */
export function checkStep(value: unknown, skills: readonly string[]): StepResult {
  const fields = fieldsOf(value, 'step', STEP_FIELDS);
  return {
    state: jsonWithin(fields.state, 'step().state', RESULT_LIMITS.state),
    observation: observation(fields.observation, 'step().observation'),
    reward: perRole(fields.reward, 'step().reward', finite),
    terminated: flag(fields.terminated, 'step().terminated'),
    truncated: flag(fields.truncated, 'step().truncated'),
    ...(fields.info !== undefined && { info: checkInfoField(fields.info) }),
    ...(fields.skills !== undefined && { skills: checkSkills(fields.skills, skills) }),
    ...chosenGraph(fields[CHOSEN]),
  };
}

/** Checks what a hook that returns text (`transition`, `demonstrate`, `mistake`, `render`, `privileged`) returned. */
export function checkText(value: unknown, hook: string): string {
  return textWithin(value, `${hook}()`, RESULT_LIMITS.text);
}

/** Checks what `tool` returned for one call. */
export function checkAnswer(value: unknown): string | null {
  return value === null ? null : textWithin(value, 'tool()', RESULT_LIMITS.answer);
}

/** Checks what `stepReward` returned for one message. */
export function checkStepReward(value: unknown): number {
  return finite(value, 'stepReward()');
}

function isFunctionMark(value: unknown): boolean {
  return isFields(value) && value.function === true;
}

function moduleText(value: unknown, name: string, limit: number): string {
  if (typeof value !== 'string') return refuseModule({ found: 'text', name, got: seen(value) });
  if (value.length > limit) return refuseModule({ found: 'long_text', name, most: limit });
  return value;
}

function splitSize(value: unknown, split: string): number | 'unlimited' {
  if (value === 'unlimited') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) {
    if (value <= LARGEST_SPLIT) return value;
    return refuseModule({ found: 'split_size', split, size: value, most: LARGEST_SPLIT });
  }
  return refuseModule({ found: 'split', split, got: seen(value) });
}

function skillNames(value: unknown): string[] {
  if (!Array.isArray(value)) return refuseModule({ found: 'skills', got: seen(value) });
  if (value.length > RESULT_LIMITS.skills) return refuseModule({ found: 'many_skills', skills: value.length, most: RESULT_LIMITS.skills });
  const names = value.map((name: unknown, index) => {
    if (typeof name !== 'string' || name.length === 0 || name.length > 80) return refuseModule({ found: 'skill', index, got: seen(name) });
    return name;
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) refuseModule({ found: 'skill_twice', name: twice });
  return names;
}

/** The version of the contract that this workbench keeps; see `contract` in `guest.d.ts`. */
export const CONTRACT_VERSION = 1;

function checkContract(value: unknown): void {
  if (value === undefined || value === CONTRACT_VERSION) return;
  if (typeof value === 'number' && Number.isInteger(value) && value > CONTRACT_VERSION) {
    throw new FaultError(fault(environmentFaults, 'E_ENV_VERSION', { contract: value, known: CONTRACT_VERSION }));
  }
  refuseModule({ found: 'contract', known: CONTRACT_VERSION, got: seen(value) });
}

/** Checks the default export of an environment module, as the sandbox summarised it. */
export function checkExport(summary: ExportSummary): EnvironmentInfo {
  if (!isFields(summary)) return refuseModule({ found: 'export', got: seen(summary) });
  checkContract(summary.contract);
  for (const hook of ['reset', 'step']) {
    if (!isFunctionMark(summary[hook])) refuseModule({ found: 'hook', hook, needed: true, got: seen(summary[hook]) });
  }
  for (const hook of OPTIONAL_HOOKS) {
    if (summary[hook] !== undefined && !isFunctionMark(summary[hook]))
      refuseModule({ found: 'hook', hook, needed: false, got: seen(summary[hook]) });
  }
  const splits = summary.splits ?? { train: 'unlimited', test: 'unlimited' };
  const stranger = isFields(splits) ? Object.keys(splits).find((name) => name !== 'train' && name !== 'test') : undefined;
  if (stranger !== undefined) refuseModule({ found: 'split_name', split: stranger });
  if (typeof summary.unread === 'string') refuseModule({ found: 'field', field: summary.unread, optional: OPTIONAL_HOOKS });
  if (!isFields(splits)) return refuseModule({ found: 'splits', got: seen(splits) });
  return {
    name: moduleText(summary.name, 'name', 200),
    description: moduleText(summary.description, 'description', 10_000),
    splits: { train: splitSize(splits.train, 'train'), test: splitSize(splits.test, 'test') },
    skills: summary.skills === undefined ? [] : skillNames(summary.skills),
    hooks: {
      transition: summary.transition !== undefined,
      stepReward: summary.stepReward !== undefined,
      demonstrate: summary.demonstrate !== undefined,
      mistake: summary.mistake !== undefined,
      render: summary.render !== undefined,
      privileged: summary.privileged !== undefined,
      tool: summary.tool !== undefined,
      dependencies: summary.dependencies !== undefined,
    },
  };
}
