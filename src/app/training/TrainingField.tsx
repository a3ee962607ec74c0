/** One training setting: checked by the document's schema, marked when it differs from the default, reset by a button. */
import { ActionIcon, Group, Select, Switch, Text, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { trainingSchema, type TrainingSettings } from '../../core/document/schema.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { issueAt } from '../fields/issue.ts';
import { NumberField } from '../fields/NumberField.tsx';
import { readPath, writePath } from '../fields/path.ts';
import { text } from '../text/text.ts';
import type { FieldKind, TrainingPath } from './trainingFields.ts';

const DEFAULTS: TrainingSettings = trainingSchema.parse({});

interface TrainingFieldProps {
  readonly path: TrainingPath;
  readonly kind: FieldKind;
}

export function TrainingField({ path, kind }: TrainingFieldProps) {
  const value = useDocument((state) => readPath(state.document.training, path));
  const { label, help } = text.settings.fields[path];
  const title = <FieldLabel path={path} changed={value !== readPath(DEFAULTS, path)} />;
  const set = (next: unknown): string | null => setTraining(path, next);

  if (kind === 'number') return <NumberField label={title} ariaLabel={label} help={help} value={Number(value)} onChange={set} />;
  if (kind === 'switch') {
    return (
      <Switch
        label={title}
        aria-label={label}
        description={help}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  }
  return (
    <Select
      label={title}
      aria-label={label}
      description={help}
      value={String(value)}
      data={kind.map((option) => ({ value: option, label: text.settings.options[option] ?? option }))}
      onChange={set}
    />
  );
}

/** Takes a value into the document, or says why the schema does not permit it. */
function setTraining(path: TrainingPath, value: unknown): string | null {
  const { document, edit } = documentStore.getState();
  const parsed = trainingSchema.safeParse(writePath(document.training, path, value));
  if (!parsed.success) return issueAt(parsed.error.issues, path) ?? text.training.invalidNumber;
  edit((present) => ({ ...present, training: parsed.data }), `training:${path}`);
  return null;
}

function FieldLabel({ path, changed }: { readonly path: TrainingPath; readonly changed: boolean }) {
  const { label } = text.settings.fields[path];
  if (!changed) return label;
  const reset = text.training.reset(label);
  const was = text.training.changedFromDefault(shown(readPath(DEFAULTS, path)));
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Text span fz="inherit" fw={700}>
        {label}
      </Text>
      <Tooltip label={`${was}. ${reset}.`}>
        <ActionIcon
          size={16}
          aria-label={`${was}. ${reset}.`}
          onClick={(event) => {
            event.preventDefault(); // the label would hand the click on to its field
            setTraining(path, readPath(DEFAULTS, path));
          }}
        >
          <IconRotate size={12} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.training.on : text.training.off;
  return String(value);
}
