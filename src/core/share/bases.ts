/**
 * What a share says of the bases that a project stands on: which they are, how large, and where they come from, so that whoever opens
 * it without one is told what is missing and what to do. It lies in the document (`bases`), so that it stays with the project.
 */
import { z } from 'zod';
import { baseNames, SHIPPED_BASES, toldBase } from '../document/bases.ts';
import { type BaseFacts, baseFactsSchema, type ProjectDocument } from '../document/schema.ts';
import { parseHubName } from '../formats/models/hub/hubName.ts';

/** `shipped`: lies with the workbench. `hub`: of the Hugging Face Hub, its name says the repository and the revision. `own`: made or chosen by whoever shared it. */
export const BASE_SOURCES = ['shipped', 'hub', 'own'] as const;
export type BaseSource = (typeof BASE_SOURCES)[number];

export const namedBaseSchema = baseFactsSchema.extend({ from: z.enum(BASE_SOURCES) });
export type NamedBase = z.infer<typeof namedBaseSchema>;

/** Where the base called `name` comes from. */
export function baseSource(name: string): BaseSource {
  if (SHIPPED_BASES.some((shipped) => shipped === name)) return 'shipped';
  return parseHubName(name) ? 'hub' : 'own';
}

/** What is known of a base that is here; null of one that is not. */
export type KnownBase = (name: string) => { readonly bytes: number | null; readonly sha256?: string | null } | null;

/** The bases of `document`, the team's first. */
export const namedBases = (document: ProjectDocument, known: KnownBase = () => null): NamedBase[] =>
  baseNames(document).map((name) => {
    const found = known(name);
    return { name, from: baseSource(name), bytes: found?.bytes ?? null, sha256: found?.sha256 ?? null };
  });

/**
 * `document` as it is passed on: with what is known of the bases that do not ship, and of one that is not here with what it was told
 * itself. What it said of bases that nobody stands on any more is dropped.
 */
export function namingBases(document: ProjectDocument, known: KnownBase = () => null): ProjectDocument {
  const { bases: _, ...rest } = document;
  const bases = namedBases(document, known).flatMap(({ name, from, bytes, sha256 }): BaseFacts[] => {
    if (from === 'shipped') return [];
    return [(bytes === null ? toldBase(document, name) : null) ?? { name, bytes, sha256 }];
  });
  return bases.length === 0 ? rest : { ...rest, bases };
}

/** `document` with its base `from` called `to`. */
export function withBaseCalled(document: ProjectDocument, from: string, to: string): ProjectDocument {
  const called = (name: string): string => (name === from ? to : name);
  const { team, bases } = document;
  return {
    ...document,
    team: { ...team, base: called(team.base), agents: team.agents.map((agent) => ({ ...agent, base: called(agent.base) })) },
    ...(bases && { bases: bases.map((base) => ({ ...base, name: called(base.name) })) }),
  };
}
