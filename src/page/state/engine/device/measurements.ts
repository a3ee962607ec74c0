/** Measurements of backends as the browser keeps them between visits. */
import { z } from 'zod';
import { BACKENDS, type BackendMeasurement } from '../../../../../workers/trainer/protocol.ts';

const schema = z.array(z.object({ backend: z.enum(BACKENDS).exclude(['auto']), device: z.string(), milliseconds: z.number().nullable() }));

/** What was kept; nothing when it cannot be read, and the choice is measured again. */
export function measurementsFrom(text: string | null): readonly BackendMeasurement[] {
  try {
    return schema.safeParse(JSON.parse(text ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
