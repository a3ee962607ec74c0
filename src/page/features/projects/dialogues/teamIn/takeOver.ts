/** Takes a team over: into the project at hand, as one step of Undo, or into a new one that is otherwise like it. */
import type { ImportedTeam } from '../../../../../core/editing/importTeam.ts';
import type { Fault } from '../../../../../core/faults.ts';
import type { ForeignTeam } from '../../../../../core/formats/teams/team.ts';
import { GAP, teamInText, text } from '../../../../../words/words.ts';
import { cursorStore } from '../../../../state/address/cursor.ts';
import { documentStore } from '../../../../state/document/document.ts';
import { notifyDone } from '../../../../kit/notices/notify.ts';
import { openAsNew, underWay } from '../../../../kit/projects/projectActions.ts';

const words = teamInText.dialogue;

/** Why it may not be, in a lesson that fixes the team; else null. */
export function takeTeam({ document, notes }: ImportedTeam): Fault | null {
  const refused = documentStore.getState().edit(() => document);
  if (refused) return refused;
  const { agents } = document.team;
  cursorStore.getState().move({ place: 'team', role: agents[0]?.role ?? null });
  notifyDone(words.used, words.usedText(agents.length, notes.filter(({ guess }) => !guess).length));
  return null;
}

export function beginWithTeam({ document }: ImportedTeam, team: ForeignTeam): null {
  const named = { ...document, name: words.newName(team.name ?? teamInText.sources[team.source], document.name) };
  const kept = openAsNew(named);
  cursorStore.getState().move({ place: 'team' });
  notifyDone(text.projects.started, [text.projects.startedText(named.name), ...kept, ...underWay()].join(GAP));
  return null;
}
