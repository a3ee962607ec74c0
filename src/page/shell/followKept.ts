/** Tells of what this browser keeps and this build could not take, each thing once; it stays on screen until it is read. */
import { worded } from '../../core/faults.ts';
import { notifyLasting } from '../kit/notices/notify.ts';
import { keptNewsStore } from '../state/storage/keptNews.ts';

/** Begins to; returns how to end it. */
export function followKept(): () => void {
  let shown = 0;
  const tell = (): void => {
    const { told } = keptNewsStore.getState();
    for (const fault of told.slice(shown)) {
      const { message, hint } = worded(fault);
      notifyLasting(message, hint ?? '');
    }
    shown = told.length;
  };
  tell();
  return keptNewsStore.subscribe(tell);
}
