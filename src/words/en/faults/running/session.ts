/** What keeps a training session from playing, asking or going on. */

/** How a checkpoint and a project differ. */
type Mismatch =
  | { readonly found: 'old_state' | 'made_up' }
  | { readonly found: 'data_set'; readonly name: string | undefined }
  | { readonly found: 'no_adapter' | 'no_state' | 'on_server' | 'not_on_server'; readonly role: string }
  | {
      readonly found: 'shape';
      readonly role: string;
      readonly saved: { readonly rank: number; readonly alpha: number };
      readonly asked: { readonly rank: number; readonly alpha: number };
    }
  | { readonly found: 'targets'; readonly role: string; readonly saved: readonly string[]; readonly asked: readonly string[] }
  | { readonly found: 'lacks'; readonly what: 'tensor' | 'critic' | 'rollback' | 'version'; readonly name: string };

function mismatch(of: Mismatch): string {
  switch (of.found) {
    case 'old_state':
      return 'its trainer_state.json lacks what this version needs to go on.';
    case 'made_up':
      return 'the run took its problems from a data set, but this project generates them.';
    case 'data_set':
      return `the run generated its problems, but this project takes them from “${of.name}”.`;
    case 'no_adapter':
      return `it holds no adapter for “${of.role}”.`;
    case 'no_state':
      return `its trainer_state.json does not know “${of.role}”.`;
    case 'on_server':
      return `“${of.role}” was trained on a server, which has its optimiser’s state: it goes on there, in the terminal with --engine tinker, in the page with that server under Training → Policies are trained by.`;
    case 'not_on_server':
      return `“${of.role}” was trained on this computer, and no server of the Tinker protocol takes weights.`;
    case 'shape':
      return `the adapter of “${of.role}” has rank ${of.saved.rank} and alpha ${of.saved.alpha}, but the project says ${of.asked.rank} and ${of.asked.alpha}.`;
    case 'targets':
      return `the adapter of “${of.role}” acts on ${of.saved.join(', ')}, but the project says ${of.asked.join(', ')}.`;
    case 'lacks':
      return `it lacks ${of.what === 'tensor' ? '' : `the ${of.what} of `}${of.name}.`;
  }
}

/** Why a teacher cannot teach an agent. */
type Teacher = { readonly role: string } & (
  | { readonly found: 'missing' | 'changed'; readonly run: string; readonly iteration: number }
  | { readonly found: 'role'; readonly run: string; readonly teacher: string; readonly roles: readonly string[] }
  | { readonly found: 'base'; readonly run: string; readonly theirs: string; readonly ours: string }
  | { readonly found: 'tokens'; readonly theirs: string; readonly ours: string }
);

function teacherFault(of: Teacher): { readonly message: string; readonly hint: string } {
  switch (of.found) {
    case 'missing':
      return {
        message: `The teacher of “${of.role}”, the run “${of.run}” after iteration ${of.iteration}, is not here.`,
        hint: 'Choose another teacher under Training, or bring the run here: open its download in the page, in the terminal name its folder with --teacher.',
      };
    case 'changed':
      return {
        message: `The adapters of the run “${of.run}” after iteration ${of.iteration} are not those that were chosen to teach “${of.role}”.`,
        hint: 'Choose the teacher anew, if these are the ones that are meant.',
      };
    case 'role':
      return {
        message: `The run “${of.run}” has no adapter of “${of.teacher}” to teach “${of.role}”.`,
        hint: of.roles.length > 0 ? `It has those of ${of.roles.join(', ')}: choose one of them.` : 'It has none: choose another teacher.',
      };
    case 'base':
      return {
        message: `The adapter that is to teach “${of.role}” was trained on the base “${of.theirs}”, not on “${of.ours}”.`,
        hint: 'Choose the teacher anew, with the base that its run was trained on.',
      };
    case 'tokens':
      return {
        message: `The teacher of “${of.role}” stands on “${of.theirs}”, whose tokens are not those of “${of.ours}”.`,
        hint: 'A teacher judges single tokens, so it must have the same tokenizer: choose another.',
      };
  }
}

export const sessionFaults = {
  E_TOOL_NONE: ({ environment }: { readonly environment: string }) => ({
    message: `A message may call tools, but the environment “${environment}” has no tool() to answer.`,
    hint: 'Add `tool({ state, role, call, messages, random }) { … }` to it, or set Tools: most calls to 0.',
  }),
  E_TEACHER: teacherFault,
  E_PROMPT_TOO_LONG: ({
    role,
    promptTokens,
    newTokens,
    base,
    context,
    critic = false,
  }: {
    readonly role: string;
    readonly promptTokens: number;
    readonly newTokens: number;
    readonly base: string;
    readonly context: number;
    readonly critic?: boolean;
  }) => {
    const room = newTokens > 0 ? ` with ${newTokens} new ones that is ${promptTokens + newTokens}, and` : '';
    if (critic)
      return {
        message: `What the critic reads before “${role}” speaks has ${promptTokens} tokens;${room} the base “${base}” reads at most ${context}.`,
        hint: 'Choose another “Critic reads”, lower “max new tokens” of the agents, or let episodes have fewer turns.',
      };
    return {
      message: `The prompt of “${role}” has ${promptTokens} tokens;${room} the base “${base}” reads at most ${context}.`,
      hint: 'Shorten the prompt, or lower “max new tokens” of this agent or of those it listens to.',
    };
  },
  E_DATASET_SPLIT: ({ split, asked }: { readonly split: string; readonly asked: 'evaluation' | 'question' }) =>
    asked === 'evaluation'
      ? {
          message: `The ${split} split of the data set has no rows.`,
          hint: 'Evaluate on the other split, or give this one a share of the rows.',
        }
      : { message: `The ${split} split has no problems.`, hint: 'Ask about the other split.' },
  E_DATASET_OTHER: ({ name }: { readonly name: string | undefined }) => ({
    message: `The problems of “${name}” are not the ones the run started with: its rows, their fields, the sample or the splits differ.`,
    hint: 'Give the file that run used, with the settings in its project.json, or start a new run.',
  }),
  E_CHECKPOINT_MISMATCH: (of: Mismatch) => ({
    message: `The checkpoint does not fit this project: ${mismatch(of)}`,
    hint: 'Resume with the project.json of the run that wrote the checkpoint.',
  }),
};
