/** What keeps the library from opening a session, or from giving credit to trajectories that were played elsewhere. */

type BaseFound =
  | { readonly found: 'nowhere'; readonly name: string }
  | { readonly found: 'missing'; readonly name: string; readonly address: string };

export const libraryFaults = {
  E_LIBRARY_BASE: (params: BaseFound) =>
    params.found === 'nowhere'
      ? {
          message: `Nothing says where the base model “${params.name}” lies.`,
          hint: 'Give the option “bases”: the address of a folder that holds a folder for each base, or a function from its name to its files.',
        }
      : {
          message: `There is no base model “${params.name}” at ${params.address}.`,
          hint: 'That folder needs config.json, model.safetensors and tokenizer.json. The bases of the package lie in its “dist/models”; serve that folder, or copy the base you need.',
        },
  E_LIBRARY_BUSY: ({ doing }: { readonly doing: string }) => ({
    message: `The session is at work (${doing}) and does one thing at a time.`,
    hint: 'Wait for what it does: leave the loop over train() before you evaluate or save, or do so within the loop.',
  }),
};

type TrajectoryFound =
  | { readonly found: 'settings'; readonly wrong: string }
  | { readonly found: 'playsOn'; readonly algorithm: string }
  | { readonly found: 'silent'; readonly trajectory: number }
  | { readonly found: 'unspoken'; readonly trajectory: number; readonly turn: number }
  | { readonly found: 'tokens' | 'values' | 'turn'; readonly trajectory: number; readonly message: number; readonly role: string };

export const creditFaults = {
  E_CREDIT_TRAJECTORY: (params: TrajectoryFound & { readonly have?: number; readonly needed?: number }) => {
    if (params.found === 'settings')
      return {
        message: `The settings of credit are refused: ${params.wrong}`,
        hint: 'Their names and limits are those of a project’s training settings.',
      };
    if (params.found === 'playsOn')
      return {
        message: `“${params.algorithm}” asks what else would have come of an episode, which trajectories alone cannot tell.`,
        hint: 'Choose tppo or appo with values of a critic, or grpo, rloo or reinforce without.',
      };
    if (params.found === 'silent')
      return {
        message: `Trajectory ${params.trajectory} has no messages.`,
        hint: 'Leave it out: there is nothing in it to give credit to.',
      };
    if (params.found === 'unspoken')
      return {
        message: `Trajectory ${params.trajectory} pays the team for turn ${params.turn}, in which nobody spoke.`,
        hint: 'Give each message the turn it was spoken in, counted from 0, and one reward for each turn.',
      };
    const where = `Message ${params.message} (${params.role}) of trajectory ${params.trajectory}`;
    if (params.found === 'tokens')
      return { message: `${where} has no whole number of tokens above 0.`, hint: 'Every message is at least one token.' };
    if (params.found === 'values')
      return {
        message: `${where} has ${params.have} values for ${params.needed} decisions.`,
        hint: 'GAE reads a critic’s value before each decision: one for each token with tppo, one for the message with appo. Without a critic choose grpo, rloo, or reinforce with another baseline.',
      };
    return {
      message: `${where} was spoken in turn ${params.have}, and there are rewards for ${params.needed} turns.`,
      hint: 'Give one reward for each turn, 0 where nothing was paid. Turns count from 0.',
    };
  },
};
