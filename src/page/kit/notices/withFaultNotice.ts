/** Work that nobody waits for: when it fails the page says so. */
import { faultFrom } from '../../../core/faults.ts';
import { notifyRefused } from './notify.ts';
import { GAP } from '../../../words/words.ts';

/** Does `work`; when it fails says why under `title`. */
export async function withFaultNotice(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, hint } = faultFrom(error);
    notifyRefused(title, [message, hint].filter(Boolean).join(GAP));
  }
}
