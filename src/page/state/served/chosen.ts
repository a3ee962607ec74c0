/** Which server was chosen on an earlier visit, as the browser keeps it. */
import { isRecord } from '../../../core/isRecord.ts';
import type { ForwardedServer } from '../../../core/served.ts';

/** A stored text as a choice; null where it is none, which is this computer. */
export function chosenFrom(text: string | null): ForwardedServer | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(kept) || typeof kept['url'] !== 'string') return null;
    const { url, model } = kept;
    return { url, model: typeof model === 'string' ? model : null };
  } catch {
    return null;
  }
}
