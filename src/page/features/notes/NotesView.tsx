/** What each note of an episode earned: what would have come without it, or with another agent's value. */
import { Select, Table, Text } from '@mantine/core';
import { nearestVersion, spokeAfter } from '../../../core/counterfactual/branches.ts';
import { changeOf, type Instead, type Note, notesOf, type NoteWorth, readersOf } from '../../../core/counterfactual/notes.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { CLAUSE, COMMA, labText, notesText as words, replayText } from '../../../words/words.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { Term } from '../../kit/help/Term.tsx';
import answers from '../../kit/lab/answers.module.css';
import { AskBar } from '../../kit/lab/AskBar.tsx';
import { RollsInput } from '../../kit/lab/RollsInput.tsx';
import { NothingAsked } from '../../kit/lab/NothingAsked.tsx';
import { teamNames } from '../../kit/lab/teamNames.ts';
import { useVersions } from '../../kit/lab/useVersions.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { keyOf, MOST_ROLLS, type NotesRef, type NotesResult } from './createNotes.ts';
import { notesStore, useNotes } from './notes.ts';

export function NotesView({ run, iteration, episode }: ViewProps) {
  const about = { runId: run.id, iteration, episode: episode.episode };
  const key = keyOf(about);
  const found = useNotes((state) => state.results[key]);
  const asking = useNotes((state) => state.asking[run.id]);
  const notes = notesOf(episode);
  // An iteration that was trained again has other episodes by the same numbers.
  const result =
    found?.record.messages.map(({ text }) => text).join('\n') === episode.messages.map(({ text }) => text).join('\n') ? found : null;
  return (
    <section className={answers.view} aria-label={words.title}>
      <Question run={run} about={about} episode={episode} notes={notes} note={asking?.key === key ? asking.note : null} />
      {notes.length > 0 && <NotesTable document={run.document} episode={episode} notes={notes} result={result ?? null} />}
      {result ? (
        <Text size="xs" c="dimmed" maw={760} role="status">
          {words.about(iteration, episode.episode, teamNames(run).inSentence(result.team))}
        </Text>
      ) : (
        asking?.key !== key && notes.length > 0 && <NothingAsked title={words.empty} hint={words.emptyHint} />
      )}
    </section>
  );
}

interface QuestionProps extends Pick<ViewProps, 'run' | 'episode'> {
  readonly about: NotesRef;
  readonly notes: readonly Note[];
  /** Which note is asked about; null where none is. */
  readonly note: number | null;
}

function Question({ run, about, episode, notes, note }: QuestionProps) {
  const rolls = useNotes((state) => state.rolls);
  const instead = useNotes((state) => state.instead);
  const versions = useVersions(run);
  const { set, ask } = notesStore.getState();
  const team = nearestVersion(versions ?? [], spokeAfter(about.iteration, run.document.training.lag));
  const asked = notes.filter((each) => changeOf(episode, each, instead)).length;
  const nothing = notes.length === 0 ? words.refused.none : asked === 0 ? words.refused.nobodyElse : null;
  const refused = nothing ?? (versions === null ? labText.finding : team === null ? replayText.ask.nobody : null);
  return (
    <>
      <Text size="sm" maw={760}>
        {words.intro} <Term id="commonRandomNumbers" /> · <Term id="notebook" />
      </Text>
      <div className={answers.form}>
        <Select
          w={230}
          label={words.instead}
          allowDeselect={false}
          data={(['nothing', 'other'] as const).map((value) => ({ value, label: words.insteads[value] }))}
          value={instead}
          onChange={(chosen) => chosen && set({ instead: chosen as Instead })}
        />
        <RollsInput
          label={words.rolls}
          title={words.rollsHelp(MOST_ROLLS)}
          most={MOST_ROLLS}
          value={rolls}
          onChange={(chosen) => set({ rolls: chosen })}
        />
      </div>
      <AskBar
        by={{ view: 'notes', runId: run.id }}
        start={words.start}
        cost={words.cost(asked, 2 * rolls * asked)}
        refused={refused}
        asking={note !== null}
        part={note === null ? undefined : words.part(note + 1, notes.length)}
        onStart={() => team !== null && void ask(about, episode, team)}
      />
    </>
  );
}

interface TableProps {
  readonly document: ProjectDocument;
  readonly episode: EpisodeRecord;
  readonly notes: readonly Note[];
  readonly result: NotesResult | null;
}

function NotesTable({ document, episode, notes, result }: TableProps) {
  const { table } = words;
  const nameOf = (index: number) => agentName(document, episode.messages[index]?.role ?? '');
  return (
    <div className={answers.wide} role="group" aria-label={table.label} tabIndex={0}>
      <Table verticalSpacing={3} fz="xs" aria-label={table.label}>
        <Table.Thead>
          <Table.Tr>
            {[
              table.note,
              table.by,
              table.turn,
              table.readers,
              table.earned,
              result?.instead === 'other' ? table.meansOther : table.means,
            ].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notes.map((note, index) => {
            const readers = readersOf(episode, note);
            const worth = result?.worths[index] ?? null;
            return (
              <Table.Tr key={`${note.message} ${note.start}`}>
                <Table.Th scope="row">{words.written(note.key, note.value)}</Table.Th>
                <Table.Td>{words.by(nameOf(note.message), note.message + 1)}</Table.Td>
                <Table.Td>{note.turn}</Table.Td>
                <Table.Td>{readers.map((reader) => words.reader(nameOf(reader), reader + 1)).join(COMMA) || table.nobody}</Table.Td>
                <Table.Td>{earnedText(worth, result !== null && changeOf(episode, note, result.instead) === null)}</Table.Td>
                <Table.Td>{worth && words.means(formatNumber(worth.written), formatNumber(worth.instead), worth.pairs)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** The difference with its interval; where that reaches 0, that nothing was told apart. */
function earnedText(worth: NoteWorth | null, alone: boolean): string {
  if (!worth) return alone ? words.nobodyElse : words.notAsked;
  const { earned, interval } = worth;
  const said = words.worth(formatSigned(earned), interval && words.range(formatSigned(interval.low), formatSigned(interval.high)));
  return interval && interval.low <= 0 && interval.high >= 0 ? `${said}${CLAUSE}${words.untold}` : said;
}
