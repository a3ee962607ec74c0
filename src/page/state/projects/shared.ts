/** What the parts of the store of projects share. */
import type { StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { AheadProject } from '../projectStorage/ahead.ts';
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
  /** What was restored of the open project, as old as it is there; null where nothing was written ahead of the database. */
  readonly restored: AheadProject | null;
  /** The project that is open at first, and its document before anybody could edit it. */
  readonly began: { readonly id: string; readonly document: ProjectDocument };
  /** Whether a person edited that one. */
  edited: boolean;
  /** The project of which it is known whether this tab has it: until it is, nothing may be written in its place. */
  claimed: string | null;
  /** The project that was restored, until it and what the database has of it were brought together. */
  unmet: string | null;
}
