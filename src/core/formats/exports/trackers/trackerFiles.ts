/** A run as the files of a tracker. */
import type { Files } from '../../files.ts';
import type { TrackedRun } from './tracked.ts';
import type { Tracker } from './trackers.ts';
import { trackioFiles } from './trackio.ts';
import { wandbFiles } from './wandb.ts';

export function trackerFiles(tracker: Tracker, run: TrackedRun): Files {
  switch (tracker) {
    case 'wandb':
      return wandbFiles(run);
    case 'trackio':
      return trackioFiles(run);
  }
}
