/** What a shipped project consists of; `presets/` has them. */
import type { ProjectDocument } from './schema.ts';

/** The environment of a preset: the display name of its file and its TypeScript. */
export interface PresetEnvironment {
  readonly file?: string;
  readonly source: string;
}

/** A shipped project without a recorded run. */
export interface ModelProject {
  /** The built-in environment it is for, by id. */
  readonly environment: string;
  readonly project: (environment: PresetEnvironment) => ProjectDocument;
}

/** A shipped project with one. */
export interface Preset extends ModelProject {
  /** Where the recorded run lies, below `public/`; also the run's id in the page. */
  readonly recorded: string;
}
