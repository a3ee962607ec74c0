/** Which base models a document's agents stand on. */
import type { AgentSettings, BaseFacts, ProjectDocument } from './schema.ts';

/** Base models that ship with the workbench, the smallest first: folders of `public/models/`. */
export const SHIPPED_BASES = [
  'micro',
  'signalling',
  'relay',
  'consult',
  'memory',
  'calculator',
  'notebook',
  'puzzles',
  'flow',
  'debate',
  'editor',
  'quartet',
  'octet',
  'higher-lower',
  'programs',
  'trio',
  'enough',
  'switchboard',
  'dispatch',
  'posts',
  'standard',
  'stories',
] as const;

/** Name of the base an agent stands on. */
export function baseNameOf(document: Pick<ProjectDocument, 'team'>, agent: Pick<AgentSettings, 'base'>): string {
  return agent.base === '' ? document.team.base : agent.base;
}

/** Every base a document needs, the team's first if anyone stands on it, those of teachers alone last. */
export function baseNames(document: ProjectDocument): string[] {
  return [...new Set([...teamBaseNames(document), ...document.training.distillation.teachers.flatMap(({ base }) => base || [])])];
}

/** Those that agents stand on; teachers may stand on others. */
export function teamBaseNames(document: Pick<ProjectDocument, 'team'>): string[] {
  const names = new Set(document.team.agents.map((agent) => baseNameOf(document, agent)));
  return [...names].sort((a, b) => Number(b === document.team.base) - Number(a === document.team.base));
}

/** Bases of the document that do not ship with the workbench: whoever opens it elsewhere must have them. */
export function ownBases(document: ProjectDocument): string[] {
  const shipped: readonly string[] = SHIPPED_BASES;
  return baseNames(document).filter((name) => !shipped.includes(name));
}

/** What whoever passed the document on said of the base `name`; null where that is nothing. */
export const toldBase = ({ bases = [] }: ProjectDocument, name: string): BaseFacts | null =>
  bases.find((base) => base.name === name) ?? null;

/** Where the document asks for the base `name`, as faults name subjects: the team's setting, or that of the first such agent. */
export function baseSubject(document: ProjectDocument, name: string): string {
  const { team } = document;
  const agent = team.base === name ? undefined : team.agents.find((candidate) => candidate.base === name);
  if (agent) return `team.agents.${agent.role}.base`;
  const taught = !teamBaseNames(document).includes(name) && document.training.distillation.teachers.some(({ base }) => base === name);
  return taught ? 'training.distillation.teachers' : 'team.base';
}
