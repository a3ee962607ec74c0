/** Whether the process that serves the page hands requests on to a training server, and to which. */
import { FORWARD_CARD, type Forwarding, forwardingIn } from '../../../core/forward.ts';

/** Null where it does not; `gone` where it does not answer. A host of files has one that says “no”, so that asking is no error. */
export async function readForwarding(): Promise<Forwarding['forward'] | 'gone'> {
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}${FORWARD_CARD}`, { cache: 'no-store' });
    return response.ok ? forwardingIn(await response.json()) : null;
  } catch (error) {
    // A page in the place of the file, as some hosts answer every path, is no JSON.
    return error instanceof SyntaxError ? null : 'gone';
  }
}
