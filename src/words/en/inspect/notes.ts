/** English texts of the view that asks what a note in the notebook earned. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const notesText = spoken('inspect/notes', {
  title: 'What notes earned',
  intro:
    'A note is what an agent writes under a key, such as [colour=red], for whoever opens the notebook later. The episode is played on from the note’s message, as it was and without the note, by the same random numbers: the difference is what the note earned. Whoever hears the message itself hears it without the note, too.',
  start: 'What did the notes earn?',
  instead: 'Instead of a note',
  insteads: { nothing: 'Nothing', other: 'What another agent wrote' },
  rolls: 'Continuations',
  rollsHelp: (most: number) => `Pairs for each note, up to ${most}.`,
  cost: (notes: number, plays: number) => `${plural(notes, 'note', 'notes')}, ${plural(plays, 'continuation', 'continuations')}`,
  refused: { none: 'No agent wrote a note in this episode.', nobodyElse: 'No two agents wrote under the same key in this episode.' },
  part: (nth: number, of: number) => `note ${nth} of ${of}`,
  empty: 'Nobody asked yet what the notes of this episode earned.',
  emptyHint: 'The answer is a difference of mean rewards for each note, with its interval.',
  about: (iteration: number, episode: number, team: string) => `Episode ${episode} of iteration ${iteration}, played on by the ${team}.`,
  untold: 'not told apart from 0',
  notAsked: '',
  nobodyElse: 'nobody else wrote here',
  table: {
    label: 'Notes of the episode',
    note: 'Note',
    by: 'By',
    turn: 'Turn',
    readers: 'Read by',
    nobody: 'nobody',
    earned: 'Earned',
    means: 'With it, without',
    meansOther: 'With it, with the other’s',
  },
  reader: (agent: string, message: number) => `${agent} (message ${message})`,
  written: (key: string, value: string) => `${key} = ${value}`,
  by: (agent: string, message: number) => `${agent} (message ${message})`,
  worth: (earned: string, range: string | null) => (range === null ? earned : `${earned} (95 %: ${range})`),
  range: (low: string, high: string) => `${low} to ${high}`,
  means: (written: string, instead: string, pairs: number) => `${written}, ${instead} (${plural(pairs, 'pair', 'pairs')})`,
});
