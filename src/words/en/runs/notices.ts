/** What a run says of itself while it is trained, by code; numbers are rounded by the caller. Worded in English where it happens, and kept so. */
import { lostDeviceText } from './lostDevice.ts';
import { spoken } from '../../forms/language.ts';

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
    'to' in lost ? lostDeviceText.elsewhere(lost) : lostDeviceText.again(lost),
  server_lost: (lost: Parameters<(typeof lostDeviceText)['server']>[0]): string => lostDeviceText.server(lost),
});

function suspicion(of: Suspected): string {
  if (of.of === 'kl') return `${of.role}’s KL to the base, ${of.kl}, was above ${of.limit}`;
  const window = of.window === 1 ? 'one iteration' : `${of.window} iterations`;
  return `its mean reward of ${window}, ${of.mean}, was more than ${of.drop} below the best, ${of.best}`;
}
