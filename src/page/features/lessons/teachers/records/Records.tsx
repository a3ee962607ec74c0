/** Learning records that students handed in: opened here, shown as a table, saved as CSV. Nothing of them is kept or sent. */
import { Button, CloseButton, Group, Table, Text } from '@mantine/core';
import { IconDownload, IconFolderOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { csvText, type CsvValue } from '../../../../../core/formats/csv.ts';
import { type Fault, faultFrom } from '../../../../../core/faults.ts';
import { INVENTORY_FORMS } from '../../../../../core/lessons/inventory.ts';
import { LESSONS } from '../../../../../core/lessons/lesson.ts';
import { MOST_RECORD_BYTES, readRecord } from '../../../../../core/lessons/record/read.ts';
import type { LearningRecord } from '../../../../../core/lessons/record/schema.ts';
import { answersTable, type Share, summaryOf, summaryTable } from '../../../../../core/lessons/record/tables.ts';
import { DATES, languageSpoken, testText } from '../../../../../words/words.ts';
import { chooseFiles } from '../../../../kit/files/chooseFile.ts';
import { saveFile } from '../../../../kit/files/saveFile.ts';
import { FaultList } from '../../../../kit/notices/FaultList.tsx';

const words = testText.records;
const moment = new Intl.DateTimeFormat(DATES[languageSpoken()], { dateStyle: 'medium', timeStyle: 'short' });

/** A record by the number of the file, of all that were opened. */
interface Opened {
  readonly id: number;
  readonly record: LearningRecord;
}

export function Records() {
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const take = async (files: readonly File[]): Promise<void> => {
    const read = await Promise.all(files.map(recordIn));
    const records = read.flatMap((one) => ('record' in one ? [one.record] : []));
    setFaults(read.flatMap((one) => ('fault' in one ? [one.fault] : [])));
    setOpened((known) => {
      const next = (known.at(-1)?.id ?? 0) + 1;
      return [...known, ...records.map((record, index) => ({ id: next + index, record }))];
    });
  };
  const records = opened.map(({ record }) => record);
  return (
    <>
      <Text size="sm" maw={720}>
        {words.intro}
      </Text>
      <Group gap="xs" my="sm">
        <Button
          variant="default"
          leftSection={<IconFolderOpen size={15} aria-hidden />}
          title={words.openHelp}
          onClick={() => chooseFiles((files) => void take(files))}
        >
          {words.open}
        </Button>
        {opened.length > 0 && (
          <>
            <SaveCsv name="learning-records.csv" label={words.saveTable} rows={() => summaryTable(records)} />
            <SaveCsv name="learning-records-answers.csv" label={words.saveAnswers} rows={() => answersTable(records)} />
            <Button variant="subtle" onClick={() => setOpened([])}>
              {words.clear}
            </Button>
          </>
        )}
      </Group>
      <Text size="sm" role="status">
        {opened.length === 0 ? words.none : words.count(opened.length)}
      </Text>
      {faults.length > 0 && (
        <>
          <Text size="sm" my={6}>
            {words.refused(faults.length)}
          </Text>
          <FaultList faults={faults} onClose={(fault) => setFaults(faults.filter((other) => other !== fault))} />
        </>
      )}
      {opened.length > 0 && <RecordsTable opened={opened} onClose={(id) => setOpened((known) => known.filter((one) => one.id !== id))} />}
    </>
  );
}

async function recordIn(file: File): Promise<{ readonly record: LearningRecord } | { readonly fault: Fault }> {
  try {
    // One byte more than is read, so that what is too large is found to be.
    return { record: readRecord(await file.slice(0, MOST_RECORD_BYTES + 1).text(), file.name) };
  } catch (error) {
    return { fault: faultFrom(error) };
  }
}

interface SaveProps {
  readonly name: string;
  readonly label: string;
  readonly rows: () => readonly (readonly CsvValue[])[];
}

const SaveCsv = ({ name, label, rows }: SaveProps) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={15} aria-hidden />}
    // With a mark of its encoding, without which spreadsheets take it for another.
    onClick={() => saveFile(name, `\uFEFF${csvText(rows())}`, 'text/csv')}
  >
    {label}
  </Button>
);

interface TableProps {
  readonly opened: readonly Opened[];
  readonly onClose: (id: number) => void;
}

function RecordsTable({ opened, onClose }: TableProps) {
  const { columns } = words;
  const share = (of: Share | null): string => (of === null || of.of === 0 ? '–' : words.share(of.count, of.of));
  return (
    <>
      <Table.ScrollContainer minWidth={860} mt="sm">
        <Table fz="xs" verticalSpacing={4} withTableBorder className="tabular" aria-label={words.caption}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.learner}</Table.Th>
              <Table.Th>{columns.made}</Table.Th>
              <Table.Th>{columns.lessons}</Table.Th>
              <Table.Th>{columns.done}</Table.Th>
              <Table.Th>{columns.assisted}</Table.Th>
              <Table.Th>{columns.recorded}</Table.Th>
              <Table.Th>{columns.predictions}</Table.Th>
              <Table.Th>{columns.checks}</Table.Th>
              {INVENTORY_FORMS.map((form) => (
                <Table.Th key={form}>{columns.test(form)}</Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {opened.map(({ id, record }) => {
              const { learner, made, lessons, steps, predictions, checks, tests } = summaryOf(record);
              const name = learner || words.unnamed;
              return (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={500}>
                    {name}
                  </Table.Th>
                  <Table.Td>{moment.format(new Date(made))}</Table.Td>
                  <Table.Td>{words.share(lessons.finished, LESSONS.length)}</Table.Td>
                  <Table.Td>{words.share(steps.done, steps.all)}</Table.Td>
                  <Table.Td>{steps.assisted}</Table.Td>
                  <Table.Td>{steps.recorded}</Table.Td>
                  <Table.Td>{share(predictions)}</Table.Td>
                  <Table.Td>{share(checks)}</Table.Td>
                  {INVENTORY_FORMS.map((form) => (
                    <Table.Td key={form}>{share(tests[form])}</Table.Td>
                  ))}
                  <Table.Td>
                    <CloseButton size="sm" aria-label={words.remove(name)} onClick={() => onClose(id)} />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        {words.firstTime}
      </Text>
    </>
  );
}
