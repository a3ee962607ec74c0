/** What to try against something that goes wrong: sentences, each with a way to its setting and, where one value is meant, a click that sets it. */
import { Anchor, Button, Text } from '@mantine/core';
import type { Remedy, WarmChange } from '../../../core/health/types.ts';
import { sameSetting } from '../../../core/document/settingPaths.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { useDocument } from '../../state/document/document.ts';
import { goToSetting } from '../../state/settings/settingsView.ts';
import { setSetting, settingValue } from '../../state/settings/settingValues.ts';
import type { TrainingSettingId } from '../../state/settings/settingsTable.ts';
import { setWarmSetting } from '../../state/settings/warmFields.ts';
import { notifyDone, notifyRefused } from '../notices/notify.ts';
import { healthText as words, settingsText, text } from '../../../words/words.ts';
import styles from './remedies.module.css';

export function Remedies({ remedies }: { readonly remedies: readonly Remedy[] }) {
  return (
    <ul className={styles.remedies} aria-label={words.tryThis}>
      {remedies.map((remedy) => (
        <li key={remedy.text}>
          <Text span size="xs">
            {remedy.text}
          </Text>
          {remedy.go !== undefined && <ToPlace go={remedy.go} />}
          {remedy.warm !== undefined && <ToWarm change={remedy.warm} />}
          {remedy.path !== undefined && remedy.path !== 'compat' && <ToSetting id={remedy.path} value={remedy.value} />}
        </li>
      ))}
    </ul>
  );
}

function ToPlace({ go }: { readonly go: NonNullable<Remedy['go']> }) {
  const { move } = cursorStore.getState();
  const place = go === 'warmStart' ? text.shell.trainingTab.warmStart : text.shell.place[go].name;
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={words.goTo(place)}
      onClick={() => (go === 'warmStart' ? move({ place: 'training', tab: 'warmStart' }) : move({ place: go }))}
    >
      → {place}
    </Button>
  );
}

/** Sets it and goes to where it stands, since another warm start is needed for it to act. */
function ToWarm({ change: { id, value } }: { readonly change: WarmChange }) {
  const present = useDocument((state) => state.document.warmStart[id]);
  const { label } = text.warmStart.fields[id];
  const shown = id === 'trains' ? text.warmStart.options[value] : String(value);
  const set = (): void => {
    const problem = setWarmSetting(id, value);
    if (problem !== null) return notifyRefused(words.set(label, shown), problem);
    notifyDone(words.setWarmTitle, words.setDone(label, shown));
    cursorStore.getState().move({ place: 'training', tab: 'warmStart' });
  };
  if (present === value) return null;
  return (
    <>
      <Text span size="xs">
        {label}
      </Text>
      <Button variant="default" size="compact-xs" aria-label={words.set(label, shown)} onClick={set}>
        → {shown}
      </Button>
    </>
  );
}

interface ToSettingProps {
  readonly id: TrainingSettingId;
  readonly value: Remedy['value'];
}

function ToSetting({ id, value }: ToSettingProps) {
  const present = useDocument((state) => settingValue(state.document, id));
  const { label } = settingsText.fields[id];
  const shown =
    typeof value === 'boolean' ? (value ? text.training.on : text.training.off) : (settingsText.options[String(value)] ?? String(value));
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="xs"
        c="var(--ink)"
        underline="always"
        aria-label={words.goTo(label)}
        onClick={() => goToSetting(id)}
      >
        {label}
      </Anchor>
      {value !== undefined && !sameSetting(present, value) && (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={words.set(label, shown)}
          onClick={() => {
            const problem = setSetting(id, value);
            if (problem === null) notifyDone(words.setTitle, words.setDone(label, shown));
            else notifyRefused(words.set(label, shown), problem);
          }}
        >
          → {shown}
        </Button>
      )}
    </>
  );
}
