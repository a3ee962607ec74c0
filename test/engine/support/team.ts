/** A small team on the shipped base, with the terminal's own parts, for tests that train. */
import { documentSchema, type ProjectDocument } from '../../../src/core/document/schema.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import type { SessionEvent } from '../../../src/session/events.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { type Engine, LocalEngine } from '../../../src/engine/engine.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { type CpuBackend, createExecutor } from './executors.ts';

/** The default project with some of its training settings changed. */
export function microProject(training: Partial<ProjectDocument['training']> = {}): ProjectDocument {
  const preset = PRESETS.micro.project({ source: environmentSource('arithmetic') });
  return documentSchema.parse({ ...preset, training: { ...preset.training, evaluateEvery: 0, ...training } });
}

export const micro = loadBase('micro', readFolder(baseFolder('micro')));

export async function openTeam(
  document: ProjectDocument,
  backend: CpuBackend = 'wasm',
  onEvent?: (event: SessionEvent) => void,
  gate?: () => Promise<void>,
): Promise<TrainingSession> {
  return openTeamOn(document, new LocalEngine(await createExecutor(backend)), onEvent, gate);
}

export function openTeamOn(
  document: ProjectDocument,
  engine: Engine,
  onEvent?: (event: SessionEvent) => void,
  gate?: () => Promise<void>,
): Promise<TrainingSession> {
  return TrainingSession.create({ document, bases: [micro], engine, environment: createSandbox(), onEvent, ...(gate && { gate }) });
}
