/** Learn › Final test: a form is begun, taken or looked at again; and what was done here and in the lessons is saved as a record. */
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { INVENTORY_FORMS, otherForm, scoreForm } from '../../../../core/lessons/inventory.ts';
import { optionsOf, type TestAttempt } from '../../../../core/lessons/record/make.ts';
import { openPrintView } from '../../../state/lessons/printing.ts';
import { COLON, DATES, languageSpoken, testText } from '../../../../words/words.ts';
import { RecordPart } from '../record/RecordPart.tsx';
import { formNext, underWay } from '../record/attempts.ts';
import { attemptsStore, useAttempts } from '../record/attemptsStore.ts';
import { Result } from './Result.tsx';
import { Taking } from './Taking.tsx';
import styles from './test.module.css';

const words = testText;
const moment = new Intl.DateTimeFormat(DATES[languageSpoken()], { dateStyle: 'medium', timeStyle: 'short' });

/** What of the page is open: its beginning, the attempt under way, or a finished one by when it was begun. */
type Open = 'start' | 'taking' | number;

export function TestPage() {
  const attempts = useAttempts((state) => state.attempts);
  const kept = useAttempts((state) => state.kept);
  const now = underWay({ attempts });
  const [open, setOpen] = useState<Open>(now ? 'taking' : 'start');
  const shown = typeof open === 'number' ? attempts.find(({ begun }) => begun === open) : undefined;
  return (
    <div className={styles.page}>
      {!kept && (
        <Alert color="yellow" mb="sm">
          {words.notKept}
        </Alert>
      )}
      {open === 'taking' && now ? (
        <Taking
          attempt={now}
          onFinish={() => {
            attemptsStore.getState().finish();
            setOpen(now.begun);
          }}
          onLeave={() => setOpen('start')}
        />
      ) : shown ? (
        <Result attempt={shown} onBack={() => setOpen('start')} />
      ) : (
        <Start onOpen={setOpen} />
      )}
      {!(open === 'taking' && now) && <RecordPart />}
    </div>
  );
}

function Start({ onOpen }: { readonly onOpen: (open: Open) => void }) {
  const attempts = useAttempts((state) => state.attempts);
  const now = underWay({ attempts });
  const finished = attempts.filter((one) => one.finished !== null);
  return (
    <section aria-label={words.title}>
      <Title order={3} fz="lg" mb={6}>
        {words.title}
      </Title>
      <Text size="sm">{words.intro}</Text>
      <ul className={styles.points}>
        {[words.forms, words.untested, words.chance, words.stays].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Group gap="xs" mt="md">
        {now ? (
          <Button onClick={() => onOpen('taking')}>{words.goOn(now.form)}</Button>
        ) : (
          <Begin attempts={attempts} onBegun={() => onOpen('taking')} />
        )}
        <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => openPrintView(INVENTORY_FORMS)}>
          {words.print}
        </Button>
      </Group>
      {finished.length > 0 && (
        <>
          <Title order={4} fz="sm" mt="lg" mb={6}>
            {words.attempts}
          </Title>
          <ul className={styles.attempts}>
            {finished.toReversed().map((attempt) => (
              <Finished key={attempt.begun} attempt={attempt} onLook={() => onOpen(attempt.begun)} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The form that is next as the first choice, and the other one beside it. */
function Begin({ attempts, onBegun }: { readonly attempts: readonly TestAttempt[]; readonly onBegun: () => void }) {
  const next = formNext(attempts);
  const begin = (form: typeof next): void => {
    attemptsStore.getState().begin(form);
    onBegun();
  };
  const label = (form: typeof next): string => (attempts.some((one) => one.form === form) ? words.again(form) : words.begin(form));
  return (
    <>
      <Button onClick={() => begin(next)}>{label(next)}</Button>
      <Button variant="default" onClick={() => begin(otherForm(next))}>
        {label(otherForm(next))}
      </Button>
    </>
  );
}

function Finished({ attempt, onLook }: { readonly attempt: TestAttempt; readonly onLook: () => void }) {
  const when = moment.format(attempt.finished ?? attempt.begun);
  const { right, items } = scoreForm(attempt.form, optionsOf(attempt));
  return (
    <li>
      <span>{`${words.attempt(attempt.form, when)}${COLON}${words.score(right, items)}`}</span>
      <Button variant="subtle" size="compact-xs" aria-label={words.lookNamed(attempt.form, when)} onClick={onLook}>
        {words.look}
      </Button>
    </li>
  );
}
