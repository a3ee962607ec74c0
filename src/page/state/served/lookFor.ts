/** Whether the server that was chosen on an earlier visit is still there; fetched where one was. */
import { faultAt } from '../../../core/faultAt.ts';
import { fault, type Fault } from '../../../core/faults.ts';
import { FORWARD, FORWARD_LOST } from '../../../core/forward.ts';
import type { ForwardedServer } from '../../../core/served.ts';
import { forwardFaults, serverFaults } from '../../../words/words.ts';
import { readForwarding } from './forwarding.ts';

/** A question that creates nothing there: what it can is tried when its settings are open, or a run begins. */
const QUESTION = `${FORWARD}api/v1/get_server_capabilities`;

/** Why it cannot be trained on; null where it answers. */
export async function lookFor({ url }: ForwardedServer): Promise<Fault | null> {
  const forward = await readForwarding();
  if (forward === 'gone') return fault(forwardFaults, 'E_FORWARD_GONE', {});
  if (forward?.url !== url) return fault(forwardFaults, 'E_FORWARD_OTHER', { wanted: url, forward: forward?.url ?? null });
  const answer = await fetch(`${import.meta.env.BASE_URL}${QUESTION}`, { cache: 'no-store' }).catch(() => null);
  if (answer?.ok && !answer.headers.has(FORWARD_LOST)) return null;
  return faultAt(serverFaults, 'E_SERVER_OFFLINE', { subject: url, waited: 0 }, await answer?.text()).fault;
}
