/** The end: what was right, which way of learning chance gave, and what becomes of the file. */
import { Button, Table } from '@mantine/core';
import { CONCEPTS } from '../../../core/lessons/inventory.ts';
import { type StudyRecord, TESTS } from '../../../core/study/events.ts';
import { testScore } from '../../../core/study/scores.ts';
import { studyText } from '../../../words/words.ts';
import { ParticipantBar } from './ParticipantBar.tsx';
import { Screen } from './Screen.tsx';
import { leaveStudy, type StudyStore } from './study.ts';

const words = studyText.done;

interface Props {
  readonly store: StudyStore;
  readonly record: StudyRecord;
}

export function DonePart({ store, record }: Props) {
  return (
    <Screen title={words.title} bar={<ParticipantBar store={store} others />}>
      <p>{words.way[record.header.condition]}</p>
      <Table aria-label={words.scores} maw={420} mb="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th colSpan={2}>{words.scores}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {TESTS.map((test) => {
            const score = testScore(record, test);
            return (
              <Table.Tr key={test}>
                <Table.Th scope="row" fw={400}>
                  {studyText.test.titles[test]}
                </Table.Th>
                <Table.Td>{score && words.score(score.score, CONCEPTS.length)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <p>{words.handIn}</p>
      <p>{words.file}</p>
      <Button variant="default" onClick={leaveStudy}>
        {studyText.without}
      </Button>
    </Screen>
  );
}
