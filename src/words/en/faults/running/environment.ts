/** What is wrong with what environment code handed back, and with the module itself. */

const kilobytes = (length: number): string => `${(length / 1024).toFixed(length < 10 * 1024 ? 1 : 0)} KB`;

/** A value that was found, for the end of a sentence; `shown` is short, a text among them with its quotes. */
export type Seen =
  | { readonly is: 'nothing' | 'null' | 'object' }
  | { readonly is: 'list' | 'text'; readonly length: number }
  | { readonly is: 'shown'; readonly shown: string };

function seen(value: Seen): string {
  switch (value.is) {
    case 'nothing':
    case 'null':
      return value.is;
    case 'object':
      return 'an object';
    case 'list':
      return `a list of ${value.length}`;
    case 'text':
      return `a text of ${value.length} characters`;
    case 'shown':
      return value.shown;
  }
}

const MUST_BE = {
  number: 'a finite number',
  text: 'a text',
  flag: 'true or false',
  skills: 'an object of numbers by name',
  info: 'an object',
} as const;

/** Where a value stands, such as `step().reward.solver`. */
interface At {
  readonly path: string;
}

type Result =
  | (At & { readonly found: keyof typeof MUST_BE; readonly got: Seen })
  | (At & { readonly found: 'missing' | 'proto' | 'empty' | 'lost' })
  | (At & { readonly found: 'depth'; readonly most: number })
  | (At & { readonly found: 'long_value' | 'long_text'; readonly length: number; readonly most: number })
  | (At & { readonly found: 'entries'; readonly entries: number; readonly most: number })
  | { readonly found: 'no_object'; readonly hook: string; readonly fields: readonly string[]; readonly got: Seen }
  | { readonly found: 'field'; readonly hook: string; readonly field: string; readonly known: readonly string[] }
  | (At & { readonly found: 'graph'; readonly reason: string })
  | { readonly found: 'skill'; readonly name: string }
  | { readonly found: 'level'; readonly name: string; readonly level: number };

function result(of: Result): { readonly message: string; readonly hint?: string } {
  switch (of.found) {
    case 'number':
    case 'text':
    case 'flag':
    case 'skills':
    case 'info':
      return { message: `${of.path} must be ${MUST_BE[of.found]}, got ${seen(of.got)}.` };
    case 'missing':
      return { message: `${of.path} is missing.`, hint: 'Use null for "nothing".' };
    case 'proto':
      return { message: `${of.path} has a key named __proto__.`, hint: 'Choose another key.' };
    case 'empty':
      return {
        message: `${of.path} is an empty object.`,
        hint: 'Give one value for the whole team, or one for each role by name.',
      };
    case 'lost':
      return { message: `${of.path} is not the same after being written as JSON and read back.` };
    case 'depth':
      return { message: `${of.path} is nested deeper than ${of.most} levels.` };
    case 'long_value':
    case 'long_text':
      return {
        message: `${of.path} is ${kilobytes(of.length)} long; at most ${kilobytes(of.most)} are allowed.`,
        ...(of.found === 'long_value' && { hint: 'Keep only what the episode needs.' }),
      };
    case 'entries':
      return { message: `${of.path} has ${of.entries} entries; at most ${of.most} are allowed.` };
    case 'no_object':
      return { message: `${of.hook}() must return an object with ${of.fields.join(', ')}, got ${seen(of.got)}.` };
    case 'field':
      return {
        message: `${of.hook}() returned a field named ${of.field}, which nothing reads.`,
        hint:
          of.field === 'done'
            ? 'Say `terminated` (the task is over) or `truncated` (it was cut off) instead.'
            : `Known fields: ${of.known.join(', ')}. Put anything else into ${of.hook === 'step' ? 'info or state' : 'state'}.`,
      };
    case 'graph':
      return {
        message: `${of.path} cannot be read as a graph: ${of.reason}.`,
        hint: 'Return { edges: [{ from, to }, …], speaks: [role, …] } (speaks may be left out), or null for the team’s own graph.',
      };
    case 'skill':
      return {
        message: `step().skills["${of.name}"] is not one of the module's skills.`,
        hint: `Add '${of.name}' to the list \`skills\` of the default export.`,
      };
    case 'level':
      return { message: `step().skills["${of.name}"] must lie between 0 and 1, got ${of.level}.` };
  }
}

type Module =
  | { readonly found: 'export'; readonly got: Seen }
  | { readonly found: 'text'; readonly name: string; readonly got: Seen }
  | { readonly found: 'long_text'; readonly name: string; readonly most: number }
  | { readonly found: 'hook'; readonly hook: string; readonly needed: boolean; readonly got: Seen }
  | { readonly found: 'field'; readonly field: string; readonly optional: readonly string[] }
  | { readonly found: 'contract'; readonly known: number; readonly got: Seen }
  | { readonly found: 'splits'; readonly got: Seen }
  | { readonly found: 'split_name'; readonly split: string }
  | { readonly found: 'split'; readonly split: string; readonly got: Seen }
  | { readonly found: 'split_size'; readonly split: string; readonly size: number; readonly most: number }
  | { readonly found: 'skills'; readonly got: Seen }
  | { readonly found: 'many_skills'; readonly skills: number; readonly most: number }
  | { readonly found: 'skill'; readonly index: number; readonly got: Seen }
  | { readonly found: 'skill_twice'; readonly name: string };

function ofModule(of: Module): { readonly message: string; readonly hint?: string } {
  switch (of.found) {
    case 'export':
      return {
        message: `The default export must be an object with name, description, reset and step, got ${seen(of.got)}.`,
        hint: 'End the file with `export default { name: …, reset(…) {…}, step(…) {…} }`.',
      };
    case 'text':
      return { message: `${of.name} must be a text, got ${seen(of.got)}.`, hint: `Add \`${of.name}: '…'\` to the default export.` };
    case 'long_text':
      return { message: `${of.name} is longer than ${of.most} characters.` };
    case 'hook':
      return {
        message: `${of.hook} must be a function, got ${seen(of.got)}.`,
        ...(of.needed && { hint: `Add \`${of.hook}({ … }) { … }\` to the default export.` }),
      };
    case 'field':
      return {
        message: `The default export has a field named ${of.field}, which nothing reads.`,
        hint: `Known fields: contract, name, description, splits, skills, reset, step, ${of.optional.join(', ')}. Put helpers beside it, at the top level of the module.`,
      };
    case 'contract':
      return { message: `contract must be ${of.known}, got ${seen(of.got)}.`, hint: 'Leave it out, or write `contract: 1`.' };
    case 'splits':
      return { message: `splits must be an object with train and test, got ${seen(of.got)}.` };
    case 'split_name':
      return {
        message: `splits has a field named ${of.split}, which nothing reads.`,
        hint: 'There are two splits: train and test.',
      };
    case 'split':
      return { message: `splits.${of.split} must be a whole number from 1 or 'unlimited', got ${seen(of.got)}.` };
    case 'split_size':
      return {
        message: `splits.${of.split} may have at most ${of.most} problems, got ${of.size}.`,
        hint: "Write 'unlimited' when problems are generated on request.",
      };
    case 'skills':
      return { message: `skills must be a list of names, got ${seen(of.got)}.` };
    case 'many_skills':
      return { message: `skills has ${of.skills} names; at most ${of.most} are allowed.` };
    case 'skill':
      return { message: `skills[${of.index}] must be a name of 1 to 80 characters, got ${seen(of.got)}.` };
    case 'skill_twice':
      return { message: `skills names '${of.name}' twice.` };
  }
}

/** Where a sentence says all there is to do, what is expected stands in the contract. */
const HOOKS = 'docs/environments.md#the-hooks says what each hook takes and returns.';
const FILE = 'docs/environments.md#the-file shows what a file exports.';

export const environmentFaults = {
  E_ENV_RESULT: (of: Result) => ({ hint: HOOKS, ...result(of) }),
  E_ENV_MODULE: (of: Module) => ({ hint: FILE, ...ofModule(of) }),
  E_ENV_VERSION: ({ contract, known }: { readonly contract: number; readonly known: number }) => ({
    message: `This environment was written for a newer workbench: it says contract ${contract}, but this one knows ${known}.`,
    hint: 'Open it in a newer workbench, or change it to the contract described in docs/environments.md.',
  }),
};
