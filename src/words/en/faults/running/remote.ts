/** What a project asks that a server of the Tinker protocol cannot do. Each says what to ask instead. */

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** `found` says which part of an adapter it is about; `rank`: the one with the same scale, null where none is whole. */
type Adapter = { readonly role: string } & (
  | {
      readonly found: 'alpha';
      readonly fixed: number;
      readonly alpha: number;
      readonly asked: number;
      readonly rank: number | null;
      readonly allTargets: boolean;
    }
  | { readonly found: 'targets'; readonly targets: readonly string[]; readonly groups: boolean }
);

/** How a server that is full gets room again. */
export const FREED =
  'Adapters of a run that was ended by force stay until the server frees them (SkyRL: 300 s after their last sign of life). Wait for that, or start it with room for more.';

export const remoteFaults = {
  E_REMOTE_TEMPERATURE: ({ role }: { readonly role: string }) => ({
    message: `The server scores at temperature 1: give “${role}” temperature 1, top-k 0, top-p 1.`,
  }),
  E_REMOTE_ENTROPY: (_: object) => ({
    message: 'A Tinker server returns no distributions: set the entropy bonus to 0.',
  }),
  E_REMOTE_TOOLS: (_: object) => ({
    message: 'Messages with tools are not sent to a Tinker server yet: let a message call nothing, or train here.',
  }),
  E_REMOTE_DISTRIBUTIONS: (_: object) => ({
    message: 'A Tinker server returns no distributions, so no entropies to go by: take all tokens, and leave the entropy bonus as it is.',
  }),
  E_REMOTE_NORM: (_: object) => ({
    message: 'A Tinker server limits each adapter’s gradient by itself: take the norm of each adapter.',
  }),
  E_REMOTE_TEACHER: (_: object) => ({
    message: 'A teacher is computed on this computer, and a server’s numbers are not quite these: train here, or remove the teacher.',
  }),
  E_REMOTE_CRITIC: ({ base }: { readonly base: string }) => ({
    message: `TPPO and APPO need values, and “${base}” is too large to read here: choose GRPO, RLOO or REINFORCE.`,
    hint: 'REINFORCE needs none either with another baseline than the critic.',
  }),
  /** `asked`: the rank that is asked. */
  E_REMOTE_LORA: (of: Adapter) => {
    if (of.found === 'targets')
      return {
        message: `This server ${of.groups ? 'has adapters on all of attention or all of the MLP' : 'has all targets'}; “${of.role}” asks ${of.targets.join(', ')}.`,
        hint: of.groups
          ? 'Choose q, k, v and o, or gate, up and down, or all seven.'
          : 'Choose all seven, which also means more numbers to train.',
      };
    const has = `This server has α = ${of.fixed}${of.allTargets ? ' and all targets' : ''}`;
    const other =
      of.rank === null ? `No whole rank has the same scale with α ${of.fixed}.` : `Rank ${of.rank} with α ${of.fixed} has the same scale.`;
    return { message: `${has}; “${of.role}” asks α ${of.alpha}, rank ${of.asked}. ${other}` };
  },
  E_REMOTE_RANKS: ({ ranks }: { readonly ranks: readonly { readonly role: string; readonly rank: number }[] }) => ({
    message: `SkyRL on Megatron has one rank for all adapters; these differ: ${ranks.map(({ role, rank }) => `“${role}” ${rank}`).join(', ')}.`,
  }),
  /** `said`: the server's refusal, as it was told. */
  E_REMOTE_FULL: ({ said }: { readonly said: string }) => ({
    message: `This server has no place for another adapter: ${said}`,
    hint: FREED,
  }),
  E_REMOTE_LAG: (_: object) => ({
    message: 'This server samples only the newest version: set lag 0.',
  }),
  E_REMOTE_BASE: ({ base, served }: { readonly base: string; readonly served: readonly string[] }) => ({
    message:
      served.length === 0
        ? `This server names no base model that it serves, and the team asks for “${base}”.`
        : `This server has no “${base}”: it serves ${quoted(served)}.`,
    hint: 'Start it with that base, or say under which name the server has it: --model in the terminal, Model on the server in the page.',
  }),
  E_REMOTE_TOKENS: ({ base }: { readonly base: string }) => ({
    message: `The server numbers tokens otherwise than “${base}” here does, and token ids are all that is sent.`,
    hint: 'Both need the same tokenizer.json: take the base from where the server has it.',
  }),
  E_REMOTE_UNKNOWN: ({ what }: { readonly what: 'reduction' | 'alpha' | 'versions' }) => {
    const message = {
      reduction: 'Whether this server sums or averages over a batch could not be found out, so every learning rate might mean another.',
      alpha: 'Which α this server’s adapters have could not be found out, so their scale is not known.',
      versions: 'Whether this server keeps earlier versions could not be found out: set lag 0.',
    }[what];
    return { message, hint: 'npm run check-server says what was tried.' };
  },
};
