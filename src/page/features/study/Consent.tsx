/** Before anything: what the study asks for, what it keeps and where, and the participant's code. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { codeNumber } from '../../../core/study/assignment.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { useLessonContent } from '../../kit/lessons/useLessonContent.ts';
import { useLessons } from '../../state/lessons/lessons.ts';
import { otherLanguage, switchLanguage } from '../../state/language/language.ts';
import { COMMA, LANG, languageSpoken, OWN_NAMES, studyText } from '../../../words/words.ts';
import { Screen } from './Screen.tsx';
import { downloadRecord, leaveStudy, removeRecord, type StudyStore } from './study.ts';
import styles from './study.module.css';

const words = studyText.consent;

/** Minutes of a test, as told beforehand: a little more than a minute an item. */
const TEST_MINUTES = 15;

export function Consent({ store }: { readonly store: StudyStore }) {
  const { link, codes, fault, text } = useStore(store);
  const { content } = useLessonContent(link.lesson);
  const taken = useLessons(({ progress }) => progress[link.lesson] !== undefined);
  const [code, setCode] = useState('');
  const other = otherLanguage();
  const parts = ['kept', 'where', 'stop', 'stays'] as const;
  return (
    <Screen title={studyText.title}>
      <Button variant="subtle" size="compact-sm" px={0} lang={LANG[other]} onClick={() => switchLanguage(other)}>
        {OWN_NAMES[other].offer}
      </Button>
      <p>{words.what(content?.words.title ?? link.lesson)}</p>
      {content && <p>{words.time(content.course.minutes + 2 * TEST_MINUTES)}</p>}
      {parts.map((part) => (
        <section key={part}>
          <h2>{words[`${part}Title`]}</h2>
          <p>{words[part]}</p>
        </section>
      ))}
      <p>{words.who}</p>
      {taken && (
        <p role="note" className={styles.note}>
          {words.taken}
        </p>
      )}
      {fault && text !== null ? (
        <FaultList
          faults={[fault]}
          action={
            <Group gap={8}>
              <Button variant="default" onClick={() => downloadRecord(store.getState())}>
                {studyText.bar.download}
              </Button>
              <Button variant="default" onClick={() => removeRecord(store)}>
                {studyText.bar.removeYes}
              </Button>
            </Group>
          }
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            store.getState().agree(code, languageSpoken(), taken);
          }}
        >
          <TextInput
            label={words.code}
            description={words.codeHelp}
            value={code}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            maw={420}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {codes.length > 0 && (
            <Text size="sm" mt={6}>
              {words.known(codes.toSorted((a, b) => (codeNumber(a) ?? 0) - (codeNumber(b) ?? 0)).join(COMMA))}
            </Text>
          )}
          {fault && (
            <div className={styles.note}>
              <FaultList faults={[fault]} />
            </div>
          )}
          <Group gap={10} mt="md">
            <Button type="submit" disabled={code.trim() === ''}>
              {words.agree}
            </Button>
            <Button variant="default" onClick={leaveStudy}>
              {words.decline}
            </Button>
          </Group>
        </form>
      )}
    </Screen>
  );
}
