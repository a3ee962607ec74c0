/** What ends environment code: what it broke or threw, the limits it ran into, and what its sandbox will not do. */

interface InHook {
  /** `load` while the module itself is evaluated. */
  readonly hook: string;
}

/** What an error that environment code threw points at, as far as its own words tell. */
type Cause =
  | { readonly cause: 'unknown_name'; readonly missing: string }
  | { readonly cause: 'no_value' | 'not_function' | 'frozen' | 'other' };

const whereIn = (hook: string): string => (hook === 'load' ? 'at the top level of the module' : `in ${hook}()`);

function hintOf(of: Cause): string {
  switch (of.cause) {
    case 'unknown_name':
      return `Check the spelling of ${of.missing}, or import it from 'marft/env' if it is one of its helpers.`;
    case 'no_value':
      return 'Something there has no value: print it with console.log just before.';
    case 'not_function':
      return 'Check the spelling of what is called.';
    case 'frozen':
      return 'The module and the language are frozen between calls: keep what must be remembered in `state`.';
    case 'other':
      return 'Fix that line, or print values with console.log just before it.';
  }
}

export const sandboxFaults = {
  E_ENV_IMPORT: (of: { readonly found: 'module' | 'helper'; readonly name: string }) =>
    of.found === 'module'
      ? {
          message: `Environment code cannot import '${of.name}'.`,
          hint: "The only module there is is 'marft/env'. Copy what you need into this file.",
        }
      : {
          message: `'marft/env' has no '${of.name}'.`,
          hint: 'The editor lists what it offers when you type inside the braces of the import.',
        },
  E_ENV_SYNTAX: ({ line, said }: { readonly line: number | undefined; readonly said: string }) => ({
    message: `The code cannot be read${line === undefined ? '' : ` at line ${line}`}: ${said}.`,
    hint: 'Look for a missing bracket, comma or quote there or just before.',
  }),
  /** `name` is the error's; empty where something else was thrown. */
  E_ENV_THROW: (of: InHook & Cause & { readonly name: string; readonly said: string; readonly line: number | undefined }) => {
    const who = of.hook === 'load' ? 'The top level of the module' : `${of.hook}()`;
    const what = of.name === '' ? `threw ${of.said}` : `stopped with ${of.name}: ${of.said}`;
    return { message: `${who} ${what}${of.line === undefined ? '' : ` (line ${of.line})`}.`, hint: hintOf(of) };
  },
  E_ENV_TICKS: ({ hook, ticks }: InHook & { readonly ticks: number }) => ({
    message: `The code looked like an endless loop (budget ${ticks.toLocaleString('en-US')} ticks) ${whereIn(hook)}.`,
    hint: 'Check the conditions of its loops; do less work in each call.',
  }),
  E_ENV_WORK: ({ hook }: InHook) => ({
    message: `The code did more work than one call may do ${whereIn(hook)}.`,
    hint: 'Check the conditions of its loops; look for very long texts or lists, a `length` of billions, or huge BigInt numbers.',
  }),
  E_ENV_TIME: ({ hook, milliseconds }: InHook & { readonly milliseconds: number }) => ({
    message: `The code did not return within ${milliseconds / 1000} s ${whereIn(hook)}.`,
    hint: 'Look for very large lists or texts.',
  }),
  E_ENV_MEMORY: ({ hook, memoryBytes }: InHook & { readonly memoryBytes: number }) => ({
    message: `The code needed more than ${Math.round(memoryBytes / 1024 / 1024)} MB ${whereIn(hook)}.`,
    hint: 'Look for a list or a text that grows without limit.',
  }),
  E_ENV_STACK: ({ hook }: InHook) => ({
    message: `Functions called each other too deeply ${whereIn(hook)}.`,
    hint: 'Look for a function that calls itself endlessly.',
  }),
  E_ENV_ASYNC: ({ hook }: InHook) => ({
    message: `The code started something to wait for ${whereIn(hook)}.`,
    hint: 'Environments answer at once: remove await, promises and import().',
  }),
  E_ENV_LOST: ({ hook }: InHook) => ({
    message: `The sandbox broke down ${whereIn(hook)} and was replaced.`,
    hint: 'Try again; if it happens again, simplify the code there.',
  }),
  E_ENV_STATE: ({ hook }: InHook) => ({
    message: `${hook}() gave a different result when called again with the same input: the module keeps something between calls.`,
    hint: 'Move variables that change from the top level of the module into `state`.',
  }),
  E_ENV_STEP_REWARD: () => ({
    message: 'The credit strategy is per_step, but this environment has no stepReward().',
    hint: 'Add `stepReward({ state, messages, position, teamReward }) { … }` to its default export, or choose another credit strategy.',
  }),
  E_ENV_HOOK: ({ hook }: InHook) => ({
    message: `This environment has no ${hook}().`,
    hint: `Add \`${hook}({ … }) { … }\` to its default export.`,
  }),
  E_ENV_NONE: ({ found }: { readonly found: 'closed' | 'empty' }) => ({
    message: found === 'closed' ? 'The sandbox was closed.' : 'No environment is loaded.',
    hint: 'First load an environment that can be read.',
  }),
};

/** Words of the guest's side: nothing is known of them but that they are short and plain, so they are shown as they came. */
const asSaid = ({ message, hint }: { readonly message: string; readonly hint: string }) => ({ message, hint });

/** What environment code may end with by what it says itself. */
export const guestFaults = {
  E_ENV_ASYNC: asSaid,
  E_ENV_FORBIDDEN: asSaid,
  E_ENV_MODULE: asSaid,
  E_ENV_RESULT: asSaid,
};
