/**
 * What a run says of itself, by code: the session while it trains, and whoever keeps its folder; numbers are rounded by the caller. Worded
 * in English where it happens, and kept so; `words/retold` reads such sentences back.
 */
import { lostDeviceText } from './lostDevice.ts';
import { original, spoken } from '../../forms/language.ts';

/** Why a team went back to an earlier one. */
export type Suspected =
  | { readonly of: 'reward'; readonly window: number; readonly mean: string; readonly drop: number; readonly best: string }
  | { readonly of: 'kl'; readonly role: string; readonly kl: number; readonly limit: number };

/** A step that the KL gate refused, or steps that it took back. */
export type Gated = { readonly kl: number; readonly gate: number; readonly iteration: number } & (
  | { readonly adapter: string; readonly epoch: number }
  | { readonly roles: readonly string[] }
);

export const noticesEn = spoken('runs/notices', {
  kl_gate: (held: Gated): string =>
    'roles' in held
      ? `The KL gate took the steps of ${held.roles.join(', ')} back, as it should: KL old→new ${held.kl}, gate ${held.gate} (iteration ${held.iteration}).`
      : `The KL gate held ${held.adapter} back, as it should: KL old→new ${held.kl}, gate ${held.gate} (iteration ${held.iteration}, epoch ${held.epoch}).`,
  early_stop: (of: { readonly iteration: number; readonly epoch: number; readonly kl: number; readonly stop: number }): string =>
    `Iteration ${of.iteration}: the early stop ended the adapters’ learning in epoch ${of.epoch}, before a step; the mean KL old→new is ${of.kl}, the stop ${of.stop}.`,
  ratio_clamped: (of: { readonly iteration: number; readonly ratios: number; readonly adapter: string }): string =>
    `Iteration ${of.iteration}: ${of.ratios} log-ratios of ${of.adapter} were held at ±20.`,
  rollback: (of: {
    readonly iteration: number;
    /** After which iteration the team was as it is again. */
    readonly to: number;
    readonly suspected: Suspected;
    readonly problems: number;
    readonly earned: string;
    readonly best: string;
    readonly rateFactor: number;
  }): string =>
    `Iteration ${of.iteration}: the team went back to what it was after iteration ${of.to}, because ${suspicion(of.suspected)}, and on ${of.problems} problems played by both it earned ${of.earned}, the best team ${of.best}. Learning rates are now ${of.rateFactor} of what they were set to.`,
  conservation: (of: {
    readonly iteration: number;
    readonly places: number;
    readonly first: {
      readonly identity: string;
      readonly episode?: number;
      readonly message?: number;
      readonly token?: number;
      readonly expected: number;
      readonly actual: number;
    };
  }): string => {
    const { identity, episode, message, token, expected, actual } = of.first;
    const where = [
      episode === undefined ? 'the batch' : `episode ${episode}`,
      ...(message === undefined ? [] : [`message ${message}`]),
      ...(token === undefined ? [] : [`token ${token}`]),
    ].join(', ');
    return `Iteration ${of.iteration}: credit is not conserved in ${of.places} places. The first: “${identity}” in ${where} should be ${expected.toPrecision(6)} and is ${actual.toPrecision(6)}. A compat switch does this on purpose; otherwise it is a mistake of the workbench.`;
  },
  remote_clip: (of: { readonly adapter: string; readonly norm: string | undefined; readonly limit: number }): string =>
    `The gradient of ${of.adapter} has a norm of ${of.norm}, and the limit is ${of.limit}. Whether this server keeps the limit is not known. This is said once.`,
  /** `deaf`: a base of which the template does not read the setting; null where no base has thoughts. */
  thinking_unread: ({ deaf }: { readonly deaf: string | null }): string =>
    deaf === null
      ? 'No base has <think> and </think> as tokens, so there are no thoughts to leave out (“training.trainThoughts”).'
      : `The chat template of “${deaf}” does not read enable_thinking, so “team.thinking” changes nothing there.`,
  device_lost: (lost: Parameters<(typeof lostDeviceText)['again']>[0] | Parameters<(typeof lostDeviceText)['elsewhere']>[0]): string =>
    'to' in lost ? original(lostDeviceText).elsewhere(lost) : original(lostDeviceText).again(lost),
  server_lost: (lost: Parameters<(typeof lostDeviceText)['server']>[0]): string => original(lostDeviceText).server(lost),
  /** `acting`: the guards that are on. */
  other_guards: ({ acting }: { readonly acting: readonly Guard[] }): string =>
    `This run was begun by a build in which ${acting.map((guard) => GUARDS[guard]).join(' and ')} worked otherwise. It goes on with the present ones, so what the two builds made of it cannot be repeated by one of them.`,
  lag_restarted: ({ iteration }: Iteration): string =>
    `The server speaks with no version of before, so the next rollouts are played by the team of iteration ${iteration}.`,
  warm_recoded: ({ name }: { readonly name: string }): string =>
    `The tokens of ${name} are those of another tokenizer, so its texts were encoded anew.`,
  warm_taken: (of: { readonly taken: number; readonly episodes: number; readonly name: string; readonly least: number }): string =>
    `${of.taken} of the ${of.episodes} episodes of ${of.name} are learnt: those that earned ${of.least} or more.`,
  adapter_base: (of: { readonly role: string; readonly theirs: string; readonly ours: string }): string =>
    `The adapter of “${of.role}” fits by its shapes, but whether it was trained on this base cannot be told: it names its base “${of.theirs}”, but the project says “${of.ours}”.`,

  /** `why`: what the environment said. */
  estimate: ({ why }: { readonly why: string }): string =>
    `The memory of this run could not be predicted, because its environment refuses empty messages: ${why}`,

  // Of a run's folder.
  rollouts_thinned: ({ every }: { readonly every: string }): string =>
    `The episodes of this run take much room, so from now on this browser keeps those of every ${every} iteration, beside the newest and a few early ones; metrics and checkpoints are all kept.`,
  card_made_anew: (_: None): string =>
    'The card of this run was cut off or gone, so it was made anew from the folder. What stood in it alone is lost: name, tags and notes, where the run came from and when it began.',
  /** `left`: iterations whose checkpoints are there. */
  checkpoints_gone: ({ gone, left }: { readonly gone: readonly number[]; readonly left: readonly number[] }): string =>
    `Something outside this page, such as the browser making room, removed checkpoints of this run: those of iteration ${gone.join(', ')}. ${
      left.length > 0 ? `Those of iteration ${left.join(', ')} are there.` : 'It has none any more, so it cannot be gone on with.'
    }`,
  run_damaged: ({ damage, iteration }: { readonly damage: string } & Iteration): string =>
    `This run is damaged: ${damage}. Checkpoint ${iteration} is the last intact one and will be used.`,
  other_project: ({ iteration, changed }: { readonly changed: readonly string[] } & Iteration): string =>
    `This run’s project is not what its checkpoint ${iteration} was trained with: ${changed.join('; ')}. What comes from here on is another training’s.`,
  without_checksums: ({ lost }: { readonly lost: boolean }): string =>
    lost
      ? 'The checksums of this run are gone: their file is empty or cannot be read, so damage to its rows cannot be noticed.'
      : 'This run is without checksums, as earlier versions wrote them, so damage to its rows cannot be noticed.',
  rows_damaged: ({ file, damage }: { readonly file: string; readonly damage: readonly string[] }): string =>
    `${file} is damaged: ${damage.join('; ')}. A row that is not what was written is left out; the others are shown.`,
  rows_mixed: ({ file, iterations }: { readonly file: string; readonly iterations: readonly number[] }): string =>
    `${file} holds the rows of two runs: those of iteration ${iterations.join(', ')} stand twice or out of order.`,
  row_unreadable: ({ file, lines, more }: { readonly file: string; readonly lines: readonly number[]; readonly more: number }): string =>
    `Of ${file} line ${lines.join(', ')}${more === 0 ? '' : ` and ${more} more`} cannot be read and is left out; the others are shown.`,
});

type None = Readonly<Record<string, never>>;
interface Iteration {
  readonly iteration: number;
}

const GUARDS = { rollback: 'rollback', adaptiveKl: 'the adaptive KL weight', earlyStop: 'the early stop' } as const;
export type Guard = keyof typeof GUARDS;

/** What is wrong with a run's files, and what of its project changed: clauses of the sentences above. */
export const folderClausesEn = spoken('runs/folderClauses', {
  rowMissing: ({ iteration }: Iteration): string => `the row of iteration ${iteration} is missing or cut off`,
  rowTwice: ({ iteration, times }: { readonly times: number } & Iteration): string =>
    `the row of iteration ${iteration} stands ${times} times`,
  rowOther: ({ iteration }: Iteration): string => `the row of iteration ${iteration} is not what was written`,
  sumMissing: ({ iteration }: Iteration): string => `the checksum of the row of iteration ${iteration} is missing or cannot be read`,
  more: ({ count }: { readonly count: number }): string => `and ${count} more`,
  fileCut: ({ path }: { readonly path: string }): string => `${path} was cut off`,
  fileUnreadable: ({ path }: { readonly path: string }): string => `${path} cannot be read`,
  fileMissing: ({ path }: { readonly path: string }): string => `${path} is missing`,
  fileOther: ({ path }: { readonly path: string }): string => `${path} is not what was written`,
  changed: ({ path, is, was }: { readonly path: string; readonly is: string; readonly was: string }): string =>
    `${path} is ${is}, it was ${was}`,
  changedLines: ({ path, lines }: { readonly path: string; readonly lines: string }): string => `${path} differs in ${lines} lines`,
  differs: ({ path }: { readonly path: string }): string => `${path} differs`,
});

function suspicion(of: Suspected): string {
  if (of.of === 'kl') return `${of.role}’s KL to the base, ${of.kl}, was above ${of.limit}`;
  const window = of.window === 1 ? 'one iteration' : `${of.window} iterations`;
  return `its mean reward of ${window}, ${of.mean}, was more than ${of.drop} below the best, ${of.best}`;
}
