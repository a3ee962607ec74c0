/**
 * Checks what environment code handed back, field by field, before anything relies on it. The sandbox passes JSON only,
 * but of any shape: this is the wall. Every complaint names the hook and the field, and says what was found.
 */
import { FaultError } from '../faults.ts';
import type { EnvironmentInfo, PerRole, ResetResult, StepResult } from './contract.ts';
import type { Json } from '../json.ts';
import { RESULT_LIMITS } from './limits.ts';
import { guestWords } from './words.ts';

/** Most problems a finite split may have; it is shuffled as a whole. */
const LARGEST_SPLIT = 10_000_000;

const STEP_FIELDS = ['state', 'observation', 'reward', 'terminated', 'truncated', 'info', 'skills'];
const RESET_FIELDS = ['state', 'observation'];
const OPTIONAL_HOOKS = ['transition', 'stepReward', 'demonstrate', 'mistake', 'render'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** What the sandbox found on the default export: functions are given as `{ "function": true }`. */
export type ExportSummary = unknown;

/** Names in a complaint are the module's own and may be of any length. */
function sentence(text: string): string {
  return guestWords(text.length > 400 ? `${text.slice(0, 250)} … ${text.slice(-140)}.` : `${text}.`, 400);
}

function refuse(message: string, hint?: string): never {
  throw new FaultError({ code: 'E_ENV_RESULT', message: sentence(message), hint: hint && guestWords(hint, 600) });
}

function refuseModule(message: string, hint?: string): never {
  throw new FaultError({ code: 'E_ENV_MODULE', message: sentence(message), hint: hint && guestWords(hint, 600) });
}

/** A found value in a few words, for the end of a sentence. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return value.length > 40 ? `a text of ${value.length} characters` : JSON.stringify(value);
  if (typeof value === 'object') return 'an object';
  return String(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kilobytes(length: number): string {
  return `${(length / 1024).toFixed(length < 10 * 1024 ? 1 : 0)} KB`;
}

/** Walks a value that came out of `JSON.parse`, which still lets through ±∞ (`1e999`), `__proto__` keys and any depth. */
function checkJson(value: unknown, path: string, depth = 0): asserts value is Json {
  if (depth > RESULT_LIMITS.depth) refuse(`${path} is nested deeper than ${RESULT_LIMITS.depth} levels`);
  if (value === undefined) refuse(`${path} is missing`, 'Use null for "nothing".');
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(`${path} must be a finite number, got ${value}`);
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) checkJson(element, `${path}[${index}]`, depth + 1);
  } else if (isFields(value)) {
    for (const [key, element] of Object.entries(value)) {
      if (key === '__proto__') refuse(`${path} has a key named __proto__`, 'Choose another key.');
      checkJson(element, `${path}.${key}`, depth + 1);
    }
  }
}

function jsonWithin(value: unknown, path: string, limit: number): Json {
  checkJson(value, path);
  const length = JSON.stringify(value).length;
  if (length > limit)
    refuse(`${path} is ${kilobytes(length)} long, at most ${kilobytes(limit)} are allowed`, 'Keep only what the episode needs.');
  return value;
}

function textWithin(value: unknown, path: string, limit: number): string {
  if (typeof value !== 'string') return refuse(`${path} must be a text, got ${describeValue(value)}`);
  if (value.length > limit) refuse(`${path} is ${kilobytes(value.length)} long, at most ${kilobytes(limit)} are allowed`);
  return value;
}

function finite(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(`${path} must be a finite number, got ${describeValue(value)}`);
  return value;
}

function flag(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') return refuse(`${path} must be true or false, got ${describeValue(value)}`);
  return value;
}

/** One value for all, or an object with one value per role. */
function perRole<T>(value: unknown, path: string, check: (value: unknown, path: string) => T): PerRole<T> {
  if (!isFields(value)) return check(value, path);
  const entries = Object.entries(value);
  if (entries.length === 0) return refuse(`${path} is an empty object`, 'Give one value for the whole team, or one for each role by name.');
  if (entries.length > RESULT_LIMITS.roles)
    return refuse(`${path} has ${entries.length} entries, at most ${RESULT_LIMITS.roles} are allowed`);
  return Object.fromEntries(entries.map(([role, own]) => [role, check(own, `${path}.${role}`)]));
}

function observation(value: unknown, path: string): PerRole<string> {
  return perRole(value, path, (own, at) => textWithin(own, at, RESULT_LIMITS.observation));
}

function fieldsOf(value: unknown, hook: string, known: readonly string[]): Fields {
  if (!isFields(value)) return refuse(`${hook}() must return an object with ${known.slice(0, 5).join(', ')}, got ${describeValue(value)}`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const hint =
      unknown === 'done'
        ? 'Say `terminated` (the task is over) or `truncated` (it was cut off) instead.'
        : `Known fields: ${known.join(', ')}. Put anything else into ${hook === 'step' ? 'info or state' : 'state'}.`;
    refuse(`${hook}() returned a field named ${unknown}, which nothing reads`, hint);
  }
  return value;
}

/** Checks what `reset` returned. */
export function checkReset(value: unknown): ResetResult {
  const fields = fieldsOf(value, 'reset', RESET_FIELDS);
  return {
    state: jsonWithin(fields.state, 'reset().state', RESULT_LIMITS.state),
    observation: observation(fields.observation, 'reset().observation'),
  };
}

function checkSkills(value: unknown, declared: readonly string[]): Record<string, number> {
  if (!isFields(value)) return refuse(`step().skills must be an object of numbers by name, got ${describeValue(value)}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, level]) => {
      const path = `step().skills["${name}"]`;
      if (!declared.includes(name))
        refuse(`${path} is not one of the module's skills`, `Add '${name}' to the list \`skills\` of the default export.`);
      const checked = finite(level, path);
      if (checked < 0 || checked > 1) refuse(`${path} must lie between 0 and 1, got ${checked}`);
      return [name, checked];
    }),
  );
}

function checkInfoField(value: unknown): Record<string, Json> {
  if (!isFields(value)) return refuse(`step().info must be an object, got ${describeValue(value)}`);
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
  };
}

/** Checks what a hook that returns text (`transition`, `demonstrate`, `mistake`, `render`) returned. */
export function checkText(value: unknown, hook: string): string {
  return textWithin(value, `${hook}()`, RESULT_LIMITS.text);
}

/** Checks what `stepReward` returned for one message. */
export function checkStepReward(value: unknown): number {
  return finite(value, 'stepReward()');
}

function isFunctionMark(value: unknown): boolean {
  return isFields(value) && value.function === true;
}

function moduleText(value: unknown, name: string, limit: number): string {
  if (typeof value !== 'string')
    return refuseModule(`${name} must be a text, got ${describeValue(value)}`, `Add \`${name}: '…'\` to the default export.`);
  if (value.length > limit) return refuseModule(`${name} is longer than ${limit} characters`);
  return value;
}

function splitSize(value: unknown, split: string): number | 'unlimited' {
  if (value === 'unlimited') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) {
    if (value <= LARGEST_SPLIT) return value;
    return refuseModule(
      `splits.${split} may have at most ${LARGEST_SPLIT} problems, got ${value}`,
      "Write 'unlimited' when problems are made up as they are asked for.",
    );
  }
  return refuseModule(`splits.${split} must be a whole number from 1 or 'unlimited', got ${describeValue(value)}`);
}

function skillNames(value: unknown): string[] {
  if (!Array.isArray(value)) return refuseModule(`skills must be a list of names, got ${describeValue(value)}`);
  if (value.length > RESULT_LIMITS.skills)
    return refuseModule(`skills has ${value.length} names, at most ${RESULT_LIMITS.skills} are allowed`);
  const names = value.map((name: unknown, index) => {
    if (typeof name !== 'string' || name.length === 0 || name.length > 80)
      return refuseModule(`skills[${index}] must be a name of 1 to 80 characters, got ${describeValue(name)}`);
    return name;
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) refuseModule(`skills names '${twice}' twice`);
  return names;
}

/** The version of the contract that this workbench keeps; see `contract` in `guest.d.ts`. */
export const CONTRACT_VERSION = 1;

function checkContract(value: unknown): void {
  if (value === undefined || value === CONTRACT_VERSION) return;
  if (typeof value === 'number' && Number.isInteger(value) && value > CONTRACT_VERSION) {
    throw new FaultError({
      code: 'E_ENV_VERSION',
      message: `This environment is written for a newer workbench: it says contract ${value}, and this one knows ${CONTRACT_VERSION}.`,
      hint: 'Open it in a newer workbench, or change it to the contract described in docs/environments.md.',
    });
  }
  refuseModule(`contract must be ${CONTRACT_VERSION}, got ${describeValue(value)}`, 'Leave it out, or write `contract: 1`.');
}

/** Checks the default export of an environment module, as the sandbox summarised it. */
export function checkExport(summary: ExportSummary): EnvironmentInfo {
  if (!isFields(summary))
    return refuseModule(
      `The default export must be an object with name, description, reset and step, got ${describeValue(summary)}`,
      'End the file with `export default { name: …, reset(…) {…}, step(…) {…} }`.',
    );
  checkContract(summary.contract);
  for (const hook of ['reset', 'step']) {
    if (!isFunctionMark(summary[hook]))
      refuseModule(
        `${hook} must be a function, got ${describeValue(summary[hook])}`,
        `Add \`${hook}({ … }) { … }\` to the default export.`,
      );
  }
  for (const hook of OPTIONAL_HOOKS) {
    if (summary[hook] !== undefined && !isFunctionMark(summary[hook]))
      refuseModule(`${hook} must be a function, got ${describeValue(summary[hook])}`);
  }
  const splits = summary.splits ?? { train: 'unlimited', test: 'unlimited' };
  const stranger = isFields(splits) ? Object.keys(splits).find((name) => name !== 'train' && name !== 'test') : undefined;
  if (stranger !== undefined)
    refuseModule(`splits has a field named ${stranger}, which nothing reads`, 'There are two splits: train and test.');
  if (typeof summary.unread === 'string') {
    refuseModule(
      `The default export has a field named ${summary.unread}, which nothing reads`,
      `Known fields: contract, name, description, splits, skills, reset, step, ${OPTIONAL_HOOKS.join(', ')}. Put helpers beside it, at the top level of the module.`,
    );
  }
  if (!isFields(splits)) return refuseModule(`splits must be an object with train and test, got ${describeValue(splits)}`);
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
    },
  };
}
