/** The learning record: a name, and a button that saves the file. */
import { Button, Text, TextInput, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type Fault, faultFrom } from '../../../../core/faults.ts';
import { makeRecord } from '../../../../core/lessons/record/make.ts';
import { MOST_NAME } from '../../../../core/lessons/record/schema.ts';
import { LESSONS } from '../../../../core/lessons/lesson.ts';
import { loadCourse } from '../../../../lessons/index.ts';
import { languageSpoken, testText } from '../../../../words/words.ts';
import { fileNameOf, saveFile } from '../../../kit/files/saveFile.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { fitted } from '../../../state/lessons/progress.ts';
import { lessonsStore, useLessons } from '../../../state/lessons/lessons.ts';
import { attemptsStore, useAttempts } from './attemptsStore.ts';
import styles from '../test/test.module.css';

const words = testText.record;
const VERSION = import.meta.env['VITE_VERSION'] as string;

export function RecordPart() {
  const [name, setName] = useState('');
  const [saved, setSaved] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const lessons = useLessons(({ progress }) => Object.keys(progress).length);
  const tests = useAttempts(({ attempts }) => attempts.length);
  const nothing = lessons + tests === 0;
  return (
    <section className={styles.record} aria-label={words.title}>
      <Title order={3} fz="md" mb={6}>
        {words.title}
      </Title>
      <Text size="sm">{words.intro}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saveRecord(name.trim()).then(
            (file) => {
              setSaved(file);
              setFault(null);
            },
            (error: unknown) => setFault(faultFrom(error)),
          );
        }}
      >
        <TextInput
          mt="sm"
          maw={360}
          label={words.name}
          description={words.nameHelp}
          maxLength={MOST_NAME}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" mt="sm" leftSection={<IconDownload size={15} aria-hidden />} disabled={nothing}>
          {words.save}
        </Button>
      </form>
      <Text size="sm" mt={8} role="status">
        {nothing ? words.nothing : saved === null ? words.holds(lessons, tests) : words.saved(saved)}
      </Text>
      {fault && <FaultList faults={[fault]} onClose={() => setFault(null)} />}
    </section>
  );
}

/** Saves what this browser keeps of lessons and tests, and says how the file is called. */
async function saveRecord(learner: string): Promise<string> {
  const { progress } = lessonsStore.getState();
  const lessons = await Promise.all(
    LESSONS.flatMap((lesson) => {
      const kept = progress[lesson];
      return kept ? [loadCourse(lesson).then((course) => ({ course, taken: fitted(course, kept) }))] : [];
    }),
  );
  const { attempts: tests } = attemptsStore.getState();
  const record = makeRecord({ learner, made: Date.now(), page: VERSION, language: languageSpoken(), lessons, tests });
  const file = fileNameOf(`learning record ${learner}`, 'json');
  saveFile(file, `${JSON.stringify(record, null, 1)}\n`, 'application/json');
  return file;
}
