/** After the second test: when to come back, and the way into the third test once its time has come. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { delayedTimes } from '../../../core/study/course.ts';
import type { StudyRecord } from '../../../core/study/events.ts';
import { LinkField } from '../../kit/projects/LinkField.tsx';
import { DATES, languageSpoken, studyText } from '../../../words/words.ts';
import { ParticipantBar } from './ParticipantBar.tsx';
import { Screen } from './Screen.tsx';
import type { StudyStore } from './study.ts';

const words = studyText.wait;
/** How often the clock is looked at. */
const LOOK = 30_000;

const dateOf = (time: number): string =>
  new Intl.DateTimeFormat(DATES[languageSpoken()], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(time);

interface Props {
  readonly store: StudyStore;
  readonly record: StudyRecord;
}

export function LaterPart({ store, record }: Props) {
  const now = useNow();
  const times = delayedTimes(record);
  if (!times) return null;
  const { origin, pathname, search } = window.location;
  const isTime = now >= times.opens;
  return (
    <Screen title={isTime ? words.now : words.title} bar={<ParticipantBar store={store} others />}>
      {isTime ? (
        <>
          <p>{studyText.test.intro.delayed}</p>
          <Button onClick={() => store.getState().goOn('wait')}>{words.begin}</Button>
        </>
      ) : (
        <>
          <p>
            <strong>{words.comeBack(dateOf(times.announced))}</strong>
          </p>
          <p>{words.opens(dateOf(times.opens))}</p>
          <LinkField link={origin + pathname + search} label={words.link} copyLabel={words.copy} brief />
          <p>{words.keep}</p>
        </>
      )}
    </Screen>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
