/**
 * One setting: checked by the document's schema, with what is wrong about it said below. Where nothing would read it, it is
 * disabled and says why; it can still be reset.
 */
import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useDocument } from '../../state/document/document.ts';
import { useHidden, useLocked } from '../../state/projects/teach.ts';
import { NumberField } from '../../kit/fields/NumberField.tsx';
import { settingsText, text } from '../../../words/words.ts';
import { SettingLabel } from './SettingLabel.tsx';
import { faultText, isChanged, remarkOn, setSetting, settingValue, subjectOf, whyNoEffect } from '../../state/settings/settingValues.ts';
import type { Setting } from '../../state/settings/settingsTable.ts';
import { TurnsEditor } from './TurnsEditor.tsx';
import { KV_CACHE_FORMS, WEIGHT_FORMS } from '../../../core/weights/packed.ts';
import { useEngine } from '../../state/engine/engine.ts';
import { formatBytes } from '../../kit/figures/format.ts';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

const TeachersField = lazyPart(() => import('./TeachersField.tsx'));

export function SettingField({ id, field }: Setting) {
  const value = useDocument((state) => settingValue(state.document, id));
  const changed = useDocument((state) => isChanged(state.document, id));
  const unread = useDocument((state) => whyNoEffect(state.document, id));
  const remark = useDocument((state) => remarkOn(state.document, id));
  const fault = useDocument((state) => faultText(state.document, subjectOf(id)));
  const locked = useLocked(subjectOf(id));
  const withoutLocked = useHidden('lockedSettings');
  const { label, help } = settingsText.fields[id];
  const common = {
    label: <SettingLabel id={id} changed={changed} />,
    // What is wrong says why already.
    description:
      fault && unread ? undefined : unread ? settingsText.noEffect(unread) : locked ? text.teach.lockedSetting : (remark ?? help),
    error: fault,
    disabled: unread !== null || locked,
  };
  if (locked && withoutLocked) return null;
  const set = (next: unknown): string | null => setSetting(id, next);

  switch (field.kind) {
    case 'number':
      return (
        <NumberField
          label={common.label}
          ariaLabel={label}
          help={common.description}
          error={fault}
          disabled={common.disabled}
          value={Number(value)}
          onChange={set}
        />
      );
    case 'switch':
    case 'compat':
      return <Switch {...common} aria-label={label} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
    case 'choice':
      return (
        <Select
          {...common}
          aria-label={label}
          value={String(value)}
          data={field.options.map((option) => ({ value: option, label: settingsText.options[option] ?? option }))}
          onChange={set}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...common}
          aria-label={label}
          value={Array.isArray(value) ? value : []}
          data={[...field.options]}
          onChange={(chosen) => set(field.options.filter((option) => chosen.includes(option)))}
        />
      );
    case 'text':
      return <TextField {...common} name={label} value={String(value)} onChange={set} />;
    case 'agent':
      return <AgentField {...common} name={label} value={String(value)} onChange={set} />;
    case 'teachers':
      return (
        <Suspense>
          <TeachersField {...common} />
        </Suspense>
      );
    case 'turns':
      return <TurnsEditor {...common} />;
    case 'weights':
      return <WeightsField {...common} name={label} value={String(value)} onChange={set} />;
    case 'kvCache':
      return <KvCacheField {...common} name={label} value={String(value)} onChange={set} />;
  }
}

interface ChosenFieldProps {
  readonly label: React.ReactNode;
  readonly description: string | undefined;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly name: string;
  readonly value: string;
  readonly onChange: (chosen: string | null) => string | null;
}

/** A short text, taken once it may stand. */
function TextField({ name, value, error, onChange, ...props }: ChosenFieldProps) {
  const [refused, setRefused] = useState<{ readonly text: string; readonly because: string } | null>(null);
  const take = (text: string) => {
    const because = onChange(text);
    setRefused(because === null ? null : { text, because });
  };
  return (
    <TextInput
      {...props}
      aria-label={name}
      value={refused?.text ?? value}
      error={refused?.because ?? error}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}

/** One of the team's agents. */
function AgentField({ name, value, ...props }: ChosenFieldProps) {
  const agents = useDocument((state) => state.document.team.agents);
  return (
    <Select
      {...props}
      aria-label={name}
      placeholder={text.training.nobody}
      value={value === '' ? null : value}
      data={agents.map((agent) => ({ value: agent.role, label: agent.label || agent.role }))}
    />
  );
}

/** The forms in which bases can be held, with what the team's take in each. */
function WeightsField({ name, value, ...props }: ChosenFieldProps) {
  const bytes = useEngine((state) => state.cost?.weightBytes ?? null);
  return (
    <Select
      {...props}
      aria-label={name}
      value={value}
      data={WEIGHT_FORMS.map((form) => ({
        value: form,
        label: settingsText.weightForm(settingsText.weightForms[form], bytes && formatBytes(bytes[form])),
      }))}
    />
  );
}

/** The forms in which keys and values can be kept, with what they take in each. */
function KvCacheField({ name, value, ...props }: ChosenFieldProps) {
  const bytes = useEngine((state) => state.cost?.cacheBytes ?? null);
  return (
    <Select
      {...props}
      aria-label={name}
      value={value}
      data={KV_CACHE_FORMS.map((form) => ({
        value: form,
        label: settingsText.weightForm(settingsText.kvCacheForms[form], bytes && formatBytes(bytes[form])),
      }))}
    />
  );
}
