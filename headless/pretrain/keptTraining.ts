/** The state of a base's training, kept beside its folder so that the same command goes on where it was ended. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readSafetensors, writeSafetensors, type HostTensor } from '../../src/core/formats/safetensors.ts';
import { AdamWState } from '../../src/engine/train/adamw.ts';
import type { BaseLearner } from '../../src/session/update/supervised.ts';
import { writeFolderWhole } from '../kit/folders.ts';
import type { MadeFacts } from './card.ts';

const STATE = 'state.json';
const NUMBERS = ['weights', 'm', 'v'] as const;
const stageSchema = z.object({ rows: z.number(), tokens: z.number(), steps: z.number() });
const stateSchema = z.object({ of: z.string(), stages: z.array(stageSchema).default([]), tokens: z.number(), losses: z.array(z.number()) });

export interface Begun {
  /** Those that are over; the rest is of the one after them. */
  readonly stages: MadeFacts['stages'];
  readonly weights: Map<string, HostTensor>;
  readonly optimizer: AdamWState;
  /** One of each step. */
  readonly losses: number[];
  readonly tokens: number;
}

export class KeptTraining {
  /** `of`: what is trained; a state of anything else is not gone on from. */
  constructor(
    private readonly folder: string,
    private readonly of: string,
  ) {}

  /** Null where nothing of this training is kept. */
  read(): Begun | null {
    if (!existsSync(join(this.folder, STATE))) return null;
    const { of, stages, tokens, losses } = stateSchema.parse(JSON.parse(readFileSync(join(this.folder, STATE), 'utf8')));
    if (of !== this.of) return null;
    const [weights, m, v] = NUMBERS.map((name) => readSafetensors(new Uint8Array(readFileSync(join(this.folder, `${name}.safetensors`)))));
    if (!weights || !m || !v) return null;
    const data = (tensors: ReadonlyMap<string, HostTensor>) => new Map([...tensors].map(([name, tensor]) => [name, tensor.data]));
    return { stages, weights, optimizer: new AdamWState(losses.length, data(m), data(v)), losses, tokens };
  }

  async write({ weights, optimizer }: BaseLearner, { stages, losses, tokens }: Pick<Begun, 'stages' | 'losses' | 'tokens'>): Promise<void> {
    await optimizer.fetch();
    const tensors = (moments: ReadonlyMap<string, Float32Array>) =>
      new Map([...moments].map(([name, data]) => [name, { shape: [data.length], data }] as const));
    await writeFolderWhole(this.folder, {
      'weights.safetensors': writeSafetensors(weights),
      'm.safetensors': writeSafetensors(tensors(optimizer.m)),
      'v.safetensors': writeSafetensors(tensors(optimizer.v)),
      [STATE]: new TextEncoder().encode(JSON.stringify({ of: this.of, stages, tokens, losses })),
    });
  }
}
