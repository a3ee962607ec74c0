/** The team of a recorded run, ready to play: what is measured of trained teams speaks with it. */
import { at, field } from '../../src/core/at.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { type PresetName, PRESETS } from '../../src/core/document/presets/presets.ts';
import { unzipFiles } from '../../src/core/formats/archive.ts';
import type { RolloutContext } from '../../src/session/play/rollout.ts';
import { speakingTeam, TeamVoices } from '../../src/session/play/teamVoices.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { startEngine } from '../../src/session/team/backend.ts';
import { BACKEND_FILES, loadBases } from '../kit/host.ts';
import { recordedFiles, recordedText } from '../kit/run/recorded.ts';

export interface RecordedTeam {
  readonly preset: PresetName;
  /** Completed iterations of the team; undefined for the recorded run's last. */
  readonly after?: number;
}

/** Its environment is not loaded yet. */
export const trainedTeam = async (team: RecordedTeam): Promise<RolloutContext> => (await trainedVoices(team)).context;

/** The same, and what tells the features that a critic reads. */
export async function trainedVoices({
  preset,
  after,
}: RecordedTeam): Promise<{ readonly context: RolloutContext; readonly speakers: TeamVoices }> {
  const run = PRESETS[preset].recorded.replace('recorded/', '');
  const document = parseDocument(recordedText(run, 'project.json'));
  const versions = (JSON.parse(recordedText(run, 'index.json')) as { readonly adapters: readonly number[] }).adapters;
  const version = after ?? Math.max(...versions);
  const zip = field(recordedFiles(run), `adapters/${version}.zip`, 'adapters');
  const bases = await loadBases(document);
  const { engine } = await startEngine('wasm', BACKEND_FILES, { workers: 1 });
  const team = speakingTeam(document, bases, version, unzipFiles(zip));
  const speakers = new TeamVoices(engine, document, bases);
  const voices = at(speakers.voices(team), 0, 'team');
  return { context: { document, voices, environment: createSandbox(), data: null }, speakers };
}
