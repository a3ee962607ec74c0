/** Lines in, lines out: reads requests, has their calls carried out, and words whatever is wrong with either. */
import { faultFrom, fault, type Fault, FaultError } from '../../src/core/faults.ts';
import { isRecord } from '../../src/core/isRecord.ts';
import { envHostFaults } from '../../src/words/words.ts';
import type { Episodes } from './episodes.ts';
import { type Answer, HOST_LIMITS, PROTOCOL, requestSchema, type ToldFault } from './protocol.ts';

const told = ({ code, message, hint, place }: Fault): ToldFault => ({
  code,
  message,
  ...(hint !== undefined && { hint }),
  ...(place !== undefined && { place }),
});

/** A line of the host's about a fault of no request, or of request `id`. */
export const faultLine = (error: unknown, id: number | null = null): string =>
  JSON.stringify({ protocol: PROTOCOL, id, fault: told(faultFrom(error)) });

/** The line that answers `line`. */
export async function answerLine(episodes: Pick<Episodes, 'answer'>, line: string): Promise<string> {
  let id: number | null = null;
  try {
    const given = read(line);
    id = typeof given['id'] === 'number' ? given['id'] : null;
    if (given['protocol'] !== PROTOCOL)
      throw new FaultError(fault(envHostFaults, 'E_HOST_VERSION', { given: JSON.stringify(given['protocol'] ?? null), ours: PROTOCOL }));
    const { success, data, error } = requestSchema.safeParse(given);
    if (!success) {
      const [issue] = error.issues;
      throw new FaultError(fault(envHostFaults, 'E_HOST_REQUEST', { at: issue?.path.join('.') ?? '', said: issue?.message ?? '' }));
    }
    const answers = await Promise.all(
      data.calls.map(
        (call): Promise<Answer> =>
          episodes.answer(call).then(
            (ok) => ({ ok }),
            (reason: unknown) => ({ fault: told(faultFrom(reason)) }),
          ),
      ),
    );
    return JSON.stringify({ protocol: PROTOCOL, id, answers });
  } catch (error) {
    return faultLine(error, id);
  }
}

function read(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw new FaultError(fault(envHostFaults, 'E_HOST_LINE', { line: line.slice(0, 80) }));
}

/** Cuts a stream of bytes into lines; one that is too long is left out, and told by `onLong`. */
export class Lines {
  #decoder = new TextDecoder();
  #rest = '';
  #skipping = false;

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly onLong: () => void,
    private readonly most: number = HOST_LIMITS.lineBytes,
  ) {}

  push(bytes: Uint8Array): void {
    const parts = this.#decoder.decode(bytes, { stream: true }).split('\n');
    for (const [at, part] of parts.entries()) {
      const ends = at < parts.length - 1;
      if (this.#skipping) {
        this.#skipping = !ends;
        continue;
      }
      this.#rest += part;
      if (this.#rest.length > this.most) {
        this.#rest = '';
        this.#skipping = !ends;
        this.onLong();
      } else if (ends) {
        const line = this.#rest;
        this.#rest = '';
        if (line.trim() !== '') this.onLine(line);
      }
    }
  }
}
