/** What is wrong with a run folder that the terminal is given. */

export const terminalRunFaults = {
  E_RUN_MISSING: ({ folder }: { readonly folder: string }) => ({
    message: `${folder} is not a run folder: it has no project.json.`,
    hint: 'Give the folder that “npm run train -- --out DIR” wrote.',
  }),
  /** `have`: the iterations of those it has. */
  E_CHECKPOINT_MISSING: ({
    folder,
    asked,
    have,
  }: {
    readonly folder: string;
    readonly asked: number | 'latest' | 'best';
    readonly have: readonly number[];
  }) => ({
    message: `${folder} has no ${asked === 'best' ? 'best checkpoint' : `checkpoint${asked === 'latest' ? '' : ` of iteration ${asked}`}`}.`,
    hint: have.length
      ? `It has: ${have.map((iteration) => `steps_${iteration}`).join(', ')}.`
      : 'The run ended before its first checkpoint.',
  }),
  E_RUN_PROJECT: ({
    project,
    checkpoint,
    changes,
  }: {
    readonly project: string;
    readonly checkpoint: string;
    readonly changes: readonly string[];
  }) => ({
    message: `${project} is not what this run was trained with: ${changes.join('; ')}.`,
    hint: `Put it back. To train on with other settings, begin a new run from this team: npm run train -- ${project} --adapters ${checkpoint} --out ANOTHER`,
  }),
  E_RUN_DAMAGED: ({ folder, damage }: { readonly folder: string; readonly damage: string }) => ({
    message: `${folder} is damaged: ${damage}, and none of its checkpoints is whole.`,
    hint: 'Take a copy of the folder, or train it again: the same project and seed give the same run.',
  }),
  /** `rows` of them stand in another run's place, the first at iteration `first`. */
  E_RUN_MIXED: ({ folder, rows, first }: { readonly folder: string; readonly rows: number; readonly first: number }) => ({
    message: `${folder} holds the rows of two runs: ${rows === 1 ? `the row of iteration ${first} stands` : `${rows} rows, from iteration ${first} on, stand`} twice or out of order.`,
    hint: 'Two processes wrote into it at once, so nobody can say whose its checkpoints are. Train it again in another folder.',
  }),
  E_WARM_EMPTY: ({ folder }: { readonly folder: string }) => ({
    message: `${folder} holds no rollouts.`,
    hint: 'The run ended before its first iteration; choose another.',
  }),
  E_WARM_EPISODE: ({ folder, role }: { readonly folder: string; readonly role: string }) => ({
    message: `A rollout of ${folder} has a message of “${role}”, whom its project does not have.`,
    hint: 'The folder was changed by hand; choose another run.',
  }),
};
