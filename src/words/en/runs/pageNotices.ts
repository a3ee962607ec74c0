/** What the page says of a run in its workers' stead, by code. Kept in English like what the session says (`notices.ts`). */
import { spoken } from '../../forms/language.ts';

export const pageNoticesEn = spoken('runs/pageNotices', {
  new_seed: ({ seed, shipped }: { readonly seed: number; readonly shipped: number }): string =>
    `Seed ${seed}, so that this run is visibly your own: with seed ${shipped}, the one of the recorded run, it would look like its replay. Undo sets ${shipped} again for the next.`,
  suspended: ({ time, iteration }: { readonly time: string; readonly iteration: number }): string =>
    `The browser suspended this page for about ${time} after iteration ${iteration}; training stopped meanwhile and resumed afterwards. Its results are unaffected; only the timings are.`,
  backend_changed: ({ from, to }: { readonly from: string; readonly to: string }): string =>
    `This run was made on ${from} and goes on on ${to}; its numbers cannot be repeated on one of them.`,
  /** `why`: one sentence. `reached`: the iteration that is computed again last; null where none is. */
  worker_restarted: ({ why, from, reached }: { readonly why: string; readonly from: number; readonly reached: number | null }): string =>
    `${why} It was started again, and the run goes on from the checkpoint of iteration ${from}${reached === null ? '' : `; what came after it, up to iteration ${reached}, is computed again`}.`,
  library_restarted: (_: Readonly<Record<string, never>>): string =>
    'What keeps runs in this browser stopped unexpectedly and was started again; rows that were not on disk yet were sent once more, so that none is lost.',
});
