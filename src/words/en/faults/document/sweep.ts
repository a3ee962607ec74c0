/** What a grid of settings cannot mean, and values that a setting cannot take. */

const AT_LEAST_ONE = 'Give at least one.';

/** Why a sweep may not vary a value that is there. */
const NOT_VARIED = {
  seed: 'Seeds are given separately from the grid, so that the runs of a cell differ in nothing else.',
  version: 'It says how the file is read.',
  name: 'It is only shown, and affects no run.',
  description: 'It is only shown, and affects no run.',
  unread: 'No run reads any of it.',
};
export type NotVaried = keyof typeof NOT_VARIED;

type Path = { readonly path: string };

export const sweepFaults = {
  E_SWEEP_PATH: (
    of: Path &
      (
        | { readonly found: 'none' }
        | { readonly found: 'fixed'; readonly why: NotVaried }
        | { readonly found: 'group'; readonly first: string }
      ),
  ) => {
    switch (of.found) {
      case 'none':
        return {
          message: `The project has no setting “${of.path}”.`,
          hint: 'Name settings as in project.json, such as training.learningRate or team.agents.solver.sampling.temperature.',
        };
      case 'fixed':
        return { message: `“${of.path}” cannot be varied. ${NOT_VARIED[of.why]}` };
      case 'group':
        return { message: `“${of.path}” is a group of settings.`, hint: `Name one of them, such as ${of.path}.${of.first}.` };
    }
  },
  E_SWEEP_TWICE: ({ path }: Path) => ({ message: `“${path}” is in the grid twice.`, hint: 'Give all its values at once.' }),
  E_SWEEP_EMPTY: (of: { readonly found: 'noSeed' } | ({ readonly found: 'noValue' } & Path)) => ({
    message: of.found === 'noSeed' ? 'There is no seed to train with.' : `“${of.path}” has no value to take.`,
    hint: AT_LEAST_ONE,
  }),
  E_SWEEP_SEED: ({ seed }: { readonly seed: number }) => ({
    message: `${seed} cannot be a seed.`,
    hint: 'Seeds are whole numbers from 0 to 4 294 967 295.',
  }),
  E_SWEEP_SIZE: ({ runs, most }: { readonly runs: number; readonly most: number }) => ({
    message: `This grid has ${runs} runs; a sweep has at most ${most}.`,
    hint: 'Take fewer values or seeds.',
  }),
  E_SWEEP_VALUES: ({ text }: { readonly text: string }) => ({
    message: `${text} is not a JSON list.`,
    hint: 'Leave the brackets out, or close them.',
  }),
  /** `value` as tables write it; null where the fault is not of one that the grid gave. */
  E_SWEEP_VALUE: ({ path, value, wrong }: Path & { readonly value: string | null; readonly wrong: string }) => ({
    message: value === null ? `${path}: ${wrong}.` : `${path} cannot be ${value}: ${wrong.charAt(0).toLowerCase()}${wrong.slice(1)}.`,
  }),
};
