/** Queueing a run of the project at hand. */
import { text } from '../../../../words/words.ts';
import { notifyDone } from '../../../kit/notices/notify.ts';
import { documentStore } from '../../../state/document/document.ts';
import { queueStore } from '../../../state/queue/queue.ts';

/** Puts a run of the project at hand at the end of the queue. */
export function enqueueProject(): void {
  const { document } = documentStore.getState();
  const { seed } = document.training;
  queueStore.getState().add([{ base: document, values: {}, seed, name: '', tags: [], sweep: null }]);
  notifyDone(text.runs.queue.added, text.runs.queue.addedText(1));
}
