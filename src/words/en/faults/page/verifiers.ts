/** What a package for verifiers and prime-rl cannot carry of a project, and what keeps it from being put together. */

export const verifiersFaults = {
  E_VERIFIERS_BASES: ({ bases }: { readonly bases: readonly string[] }) => ({
    message: `The team stands on ${bases.length} bases (${bases.join(', ')}), and prime-rl trains one policy.`,
    hint: 'Put all agents on one base.',
  }),
  E_VERIFIERS_CREDIT: ({ algorithm }: { readonly algorithm: string }) => ({
    message: `${algorithm.toUpperCase()} needs values or continuations, which prime-rl does not have. A message’s advantage becomes its reward less a running mean of its seat’s rewards.`,
    hint: 'Train with GRPO or RLOO here to compare like with like.',
  }),
  E_VERIFIERS_STRATEGY: () => ({
    message: 'Rewards are not discounted by step there: every message gets the whole reward of its role.',
    hint: 'Choose “equal” or “per step”.',
  }),
  E_VERIFIERS_TEMPLATE: () => ({
    message:
      'The project lays prompts out in the workbench’s own blocks. There they are a chat of system, user and assistant, laid out by the model’s chat template.',
    hint: 'Choose the model’s chat template here to train on the same prompts.',
  }),
  E_VERIFIERS_FROZEN: ({ role }: { readonly role: string }) => ({
    message: `${role} does not learn here. There its messages are not trained on, but it speaks with the policy that learns, and so changes too.`,
    hint: 'To hold it still, start prime-rl with a model and a client for this seat.',
  }),
  E_VERIFIERS_TEMPERATURE: ({ role, asked, taken }: { readonly role: string; readonly asked: number; readonly taken: number }) => ({
    message: `${role} samples at temperature ${asked}; prime-rl trains at one temperature, and takes ${taken}.`,
    hint: 'Give all agents one temperature.',
  }),
  E_VERIFIERS_TRUNCATION: ({ role }: { readonly role: string }) => ({
    message: `${role} samples from the likeliest tokens only (top-k, top-p); prime-rl trains on samples of the whole vocabulary.`,
    hint: 'Set top-k to 0 and top-p to 1.',
  }),
  E_VERIFIERS_KL: () => ({
    message: 'prime-rl’s loss has no KL to the base. Its own KL term is between trainer and sampler.',
    hint: 'Set the weight of the KL to 0 to train on the same objective.',
  }),
  E_VERIFIERS_ENTROPY: () => ({ message: 'prime-rl’s loss has no entropy bonus.', hint: 'Set it to 0 to train on the same objective.' }),
  E_VERIFIERS_PARTS: ({ status }: { readonly status: number | null }) => ({
    message:
      status === null
        ? 'The parts that all packages have in common did not arrive as they were packed.'
        : `The parts that all packages have in common could not be fetched (${status}).`,
    hint: 'They are verifiers.tgz beside the page. Reload and try again; a copy of the page needs that file too, served without a content encoding.',
  }),
};
