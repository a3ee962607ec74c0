/** What the parts of the store of projects share. */
import type { StoreApi } from 'zustand/vanilla';
import type { DocumentHistory } from '../document/document.ts';
import type { Knowledge } from './leaving.ts';
import type { ProjectsHosts, ProjectsState } from './types.ts';
import type { ProjectWriter } from './writer.ts';

export interface ProjectsShared {
  readonly hosts: ProjectsHosts;
  readonly get: StoreApi<ProjectsState>['getState'];
  readonly set: (part: Partial<ProjectsState>) => void;
  readonly writer: ProjectWriter;
  /** When each document was changed last, milliseconds since 1970. */
  readonly changes: Map<string, number>;
  /** Histories of the projects opened in this session. */
  readonly histories: Map<string, DocumentHistory>;
  /** This tab, as it signs what it writes. */
  readonly me: string;
  knowledge: Knowledge;
}
