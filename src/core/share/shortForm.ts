/**
 * A document without what its schema puts back: every field that has its default is left out. Parsing the short form gives
 * the document again. A default that changes must be written into older documents by a migration, as files and links leave
 * it to the version they were made with; a test holds the defaults of each version.
 */
import { isRecord } from '../isRecord.ts';
import {
  agentSchema,
  DOCUMENT_VERSION,
  documentSchema,
  environmentSchema,
  teamSchema,
  trainingSchema,
  viewSchema,
  warmStartSchema,
  type ProjectDocument,
} from '../document/schema.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What the schema fills in, by part of the document; fields without a default are not in it. */
export const SCHEMA_DEFAULTS = {
  document: without(
    documentSchema.parse({ version: DOCUMENT_VERSION, name: 'a', team: { agents: [{ role: 'a' }] }, environment: { source: '' } }),
    ['version', 'name', 'team', 'environment', 'training', 'warmStart', 'view'],
  ),
  team: without(teamSchema.parse({ agents: [{ role: 'a' }] }), ['agents']),
  agent: without(agentSchema.parse({ role: 'a' }), ['role']),
  environment: without(environmentSchema.parse({ source: '' }), ['source']),
  training: trainingSchema.parse({}),
  warmStart: warmStartSchema.parse({}),
  view: viewSchema.parse({}),
} as const;

function without(value: Raw, keys: readonly string[]): Raw {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** The short form of `document`, as plain JSON. */
export function shortForm(document: ProjectDocument): Record<string, unknown> {
  const { team, environment, training, warmStart, view, ...rest } = document;
  return dropEmpty({
    ...shorten(rest, SCHEMA_DEFAULTS.document),
    team: {
      ...shorten(without(team, ['agents']), SCHEMA_DEFAULTS.team),
      agents: team.agents.map((agent) => shorten(agent, SCHEMA_DEFAULTS.agent)),
    },
    environment: shorten(environment, SCHEMA_DEFAULTS.environment),
    training: shorten(training, SCHEMA_DEFAULTS.training),
    warmStart: shorten(warmStart, SCHEMA_DEFAULTS.warmStart),
    view: shorten(view, SCHEMA_DEFAULTS.view),
  });
}

/** `value` without the fields that are as in `defaults`; lists are whole. */
function shorten(value: Raw, defaults: Raw): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      if (!(key in defaults)) return [[key, field]];
      const standard = defaults[key];
      if (JSON.stringify(field) === JSON.stringify(standard)) return [];
      return [[key, isRecord(field) && isRecord(standard) ? shorten(field, standard) : field]];
    }),
  );
}

function dropEmpty(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isRecord(field) || Object.keys(field).length > 0));
}
