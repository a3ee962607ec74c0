/** Work that nobody waits for: when it fails the page says so. */
import { faultFrom, sentencesOf } from '../../../core/faults.ts';
import { notifyRefused } from './notify.ts';

/** Does `work`; when it fails says why under `title`. */
export async function withFaultNotice(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notifyRefused(title, sentencesOf(faultFrom(error)));
  }
}
