/** What of a profile file has no place in a project, or of a project in such a file, by code. */
import { spoken } from '../../forms/language.ts';

interface Of {
  readonly role: string;
}
type None = Readonly<Record<string, never>>;

export const profileNotesEn = spoken('team/profileNotes', {
  kept: ({ role, from }: Of & { readonly from: string }): string => `The agent is still called “${role}”; in the file it is “${from}”.`,
  renamed: ({ role, from }: Of & { readonly from: string }): string => `The role “${from}” became “${role}”.`,
  others: ({ count }: { readonly count: number }): string => `The file holds ${count} agents; only this one was taken.`,
  teamRemoved: (_: None): string =>
    'A profile file knows one graph and nobody who calls others: connections by turn and the orchestrator were removed.',
  teamLost: (_: None): string =>
    'A profile file knows one graph and nobody who calls others: connections by turn and the orchestrator are lost.',
  edges: ({ role }: Of): string => `${role}: whom it listens to (“depends_on”) is drawn on the canvas and was not taken over.`,
  dropped: ({ role, names }: Of & { readonly names: string }): string => `${role}: ${names} has no place in a project and was left out.`,
  context: (_: None): string =>
    'A file with “depends_on” is read as showing each agent all its ancestors; in this team it sees its direct predecessors alone.',
  placeholders: ({ roles }: { readonly roles: string }): string =>
    `A profile file knows no placeholders: those of ${roles} are filled in as they are now.`,
  settings: ({ names }: { readonly names: string }): string => `A profile holds role, prompt and “with_answer”; not in it: ${names}.`,
  braces: ({ role }: Of): string =>
    `${role}: what looks like a placeholder in the prompt is text in such a file, and was put into double braces.`,
  markers: ({ role }: Of): string =>
    `${role}: the prompt is not exactly one system block, so it was kept as it is; its markers are read as plain text.`,
});
