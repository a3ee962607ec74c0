/** What the environment of a project in the gallery breaks of its contract, in sentences. */
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { teamSpeakers } from '../../../src/core/trial/episodes.ts';
import { checkProperties } from '../../../src/core/trial/properties.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';

export async function brokenPromises({ team, environment, training }: ProjectDocument): Promise<string[]> {
  const sandbox = createSandbox();
  try {
    const info = await sandbox.load(environment.source);
    const reports = await checkProperties(sandbox, info, teamSpeakers(team), training.horizon);
    return reports.flatMap(({ ok, message }) => (ok ? [] : [message]));
  } finally {
    await sandbox.dispose();
  }
}
