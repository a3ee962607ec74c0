import { BACKENDS, type BackendChoice } from '../../../../../workers/trainer/protocol.ts';

/** A stored or imported text as a backend, `auto` when it is none. */
export function backendFrom(text: string | null): BackendChoice {
  return BACKENDS.find((backend) => backend === text) ?? 'auto';
}
