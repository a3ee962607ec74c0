/** What a run says when its graphics device is lost: how it goes on. */
import { spoken } from '../../forms/language.ts';

interface Lost {
  /** The iteration that is run again; 0: the evaluation before the first. */
  readonly iteration: number;
}

const part = ({ iteration }: Lost): string => (iteration === 0 ? 'The evaluation of the untrained team' : `Iteration ${iteration}`);

export const lostDeviceText = spoken('runs/lostDevice', {
  /** Why a run is computed on what it is computed on. */
  reason: 'opened again after the graphics device was lost',
  again: (lost: Lost & { readonly backend: string; readonly attempt: number; readonly attempts: number }): string =>
    `${part(lost)}: the graphics device was lost. It was opened again on ${lost.backend} (attempt ${lost.attempt} of ${lost.attempts}), and what had been computed of it is computed again, from where the last finished iteration left the team.`,
  server: (lost: Lost & { readonly server: string; readonly attempt: number; readonly attempts: number }): string =>
    `${part(lost)}: the server at ${lost.server} was lost. New adapters were made there and loaded from where the last finished iteration left the team (attempt ${lost.attempt} of ${lost.attempts}); what had been done of it since is done again.`,
  elsewhere: (lost: Lost & { readonly from: string; readonly to: string; readonly attempts: number }): string =>
    `${part(lost)}: the graphics device was lost and ${lost.attempts} attempts to go on with it have failed. The run goes on on ${lost.to}, from where the last finished iteration left the team; its numbers from here on differ from those of ${lost.from} in the last digits, so they cannot be repeated on one of them.`,
});
