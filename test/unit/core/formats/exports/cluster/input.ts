/** A job to try: the micro duo with its base, and what may be added to it. */
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../../../src/core/document/schema.ts';
import type { JobInput } from '../../../../../../src/core/formats/exports/cluster/input.ts';

export const MICRO: ProjectDocument = PRESETS.micro.project({ file: 'environment.ts', source: 'export default {};' });

const bytes = (text: string) => new TextEncoder().encode(text);

export const job = (more: Partial<JobInput> = {}): JobInput => ({
  document: MICRO,
  chosen: 'open-rl',
  servers: [
    { kind: 'skyrl-megatron', fixedAlpha: 32, refused: [] },
    { kind: 'skyrl-jax', fixedAlpha: 32, refused: [] },
    { kind: 'open-rl', fixedAlpha: null, refused: [] },
  ],
  bases: [{ name: 'micro', lies: 'here', folder: 'base', files: { 'config.json': bytes('{}') } }],
  data: null,
  adapters: null,
  cost: null,
  terminal: bytes('terminal'),
  ...more,
});
