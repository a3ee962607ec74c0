/** What to try against a warning: sentences, each with a way to its setting and, where one value is meant, a click that sets it. */
import { Anchor, Button, Text } from '@mantine/core';
import type { Remedy } from '../../../../core/health/types.ts';
import { sameSetting } from '../../../../core/document/settingPaths.ts';
import { cursorStore, type TrainingTab } from '../../../state/address/cursor.ts';
import { useDocument } from '../../../state/document/document.ts';
import { goToSetting } from '../../../state/settings/settingsView.ts';
import { notifyDone, notifyRefused } from '../../../kit/notices/notify.ts';
import { text } from '../../../../words/words.ts';
import { setSetting, settingValue } from '../../../state/settings/settingValues.ts';
import type { TrainingSettingId } from '../../../state/settings/settingsTable.ts';
import styles from './health.module.css';

const words = text.health;

export function Remedies({ remedies }: { readonly remedies: readonly Remedy[] }) {
  return (
    <ul className={styles.remedies} aria-label={words.tryThis}>
      {remedies.map((remedy) => (
        <li key={remedy.text}>
          <Text span size="xs">
            {remedy.text}
          </Text>
          {remedy.tab !== undefined && <ToTab tab={remedy.tab} />}
          {remedy.path !== undefined && remedy.path !== 'compat' && <ToSetting id={remedy.path} value={remedy.value} />}
        </li>
      ))}
    </ul>
  );
}

function ToTab({ tab }: { readonly tab: TrainingTab }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      c="var(--ink)"
      underline="always"
      onClick={() => cursorStore.getState().move({ place: 'training', tab })}
    >
      {text.shell.trainingTab[tab]}
    </Anchor>
  );
}

interface ToSettingProps {
  readonly id: TrainingSettingId;
  readonly value: Remedy['value'];
}

function ToSetting({ id, value }: ToSettingProps) {
  const present = useDocument((state) => settingValue(state.document, id));
  const { label } = text.settings.fields[id];
  const shown =
    typeof value === 'boolean' ? (value ? text.training.on : text.training.off) : (text.settings.options[String(value)] ?? String(value));
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
