/** A test: one item after the other, each left once and for all; nothing tells which answer is right. */
import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { INVENTORY } from '../../../core/lessons/inventory.ts';
import { answersOf, formOf } from '../../../core/study/course.ts';
import type { StudyRecord, Test } from '../../../core/study/events.ts';
import { FormItem } from '../../kit/lessons/FormItem.tsx';
import { useForm } from '../../kit/lessons/useForm.ts';
import { studyText } from '../../../words/words.ts';
import { ParticipantBar } from './ParticipantBar.tsx';
import { Screen } from './Screen.tsx';
import type { StudyStore } from './study.ts';
import styles from './study.module.css';
import { Waiting } from './Waiting.tsx';

const words = studyText.test;

interface Props {
  readonly store: StudyStore;
  readonly record: StudyRecord;
  readonly test: Test;
}

export function TestPart({ store, record, test }: Props) {
  const form = formOf(test, record.header.order);
  const items = INVENTORY[form];
  const answers = answersOf(record, test);
  const item = items.find(({ id }) => !answers.has(id));
  const { words: said, fault, retry } = useForm(form);
  const itsWords = said?.steps.find(({ id }) => id === item?.id);
  const shown = itsWords !== undefined && item !== undefined;
  const { tell, goOn } = store.getState();
  useEffect(() => {
    if (!item) goOn(test);
    else if (shown) tell({ kind: 'item', test, form, item: item.id });
  }, [item, shown, form, test, tell, goOn]);
  const bar = <ParticipantBar store={store} />;
  if (!item || !itsWords)
    return (
      <Screen title={words.titles[test]} bar={bar}>
        <Waiting fault={fault} retry={retry} />
      </Screen>
    );
  const last = record.events.findLast((event) => event.kind === 'choice' && event.test === test && event.item === item.id);
  const chosen = last?.kind === 'choice' ? last.option : null;
  const answer = (option: string | null): void => tell({ kind: 'answer', test, item: item.id, option, right: option === item.right });
  return (
    <Screen title={words.titles[test]} reading={item.id} bar={bar}>
      {item === items[0] && <p>{words.intro[test]}</p>}
      <p className={styles.quiet}>{words.item(items.indexOf(item) + 1, items.length)}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== null) answer(chosen);
        }}
      >
        <h2>{itsWords.title}</h2>
        <FormItem
          item={item}
          words={itsWords}
          legend={words.options}
          chosen={chosen}
          onChoose={(option) => tell({ kind: 'choice', test, item: item.id, option })}
        />
        <Group gap={10} mt="md">
          <Button type="submit" disabled={chosen === null}>
            {words.next}
          </Button>
          <Button variant="default" onClick={() => answer(null)}>
            {words.leaveOut}
          </Button>
        </Group>
      </form>
      <p className={styles.quiet}>{words.noBack}</p>
    </Screen>
  );
}
