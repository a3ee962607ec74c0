/** Which fields `problem` has, and where in a row each comes from. */
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { COLUMN_PARTS } from '../../../../core/document/datasetSchema.ts';
import { datasetText } from '../../../../words/words.ts';
import { type DatasetDraft, type FieldDraft, fieldProblem, newField } from './draft.ts';

const words = datasetText.dialogue;

interface Props {
  readonly draft: DatasetDraft;
  readonly columns: readonly string[];
  readonly onChange: (draft: DatasetDraft) => void;
}

export function FieldsEditor({ draft, columns, onChange }: Props) {
  const change = (id: number, changes: Partial<FieldDraft>): void =>
    onChange({ ...draft, fields: draft.fields.map((field) => (field.id === id ? { ...field, ...changes } : field)) });
  const add = (): void => {
    const column = columns.find((name) => !draft.fields.some((field) => field.column === name)) ?? columns[0] ?? '';
    const taken = draft.fields.some(({ field }) => field === column);
    onChange({ ...draft, fields: [...draft.fields, newField(taken ? '' : column, column)] });
  };
  return (
    <Stack gap={6} component="section" aria-label={words.fields}>
      <Text size="sm" fw={650}>
        {words.fields}
      </Text>
      <Text size="xs" c="dimmed">
        {draft.fields.length === 0 ? words.everything : words.fieldsHelp}
      </Text>
      {draft.fields.map((field, index) => (
        <Group key={field.id} gap={6} align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            miw={70}
            aria-label={words.field(index)}
            value={field.field}
            error={fieldProblem(draft, field, columns)}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => change(field.id, { field: event.currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            flex={1}
            miw={70}
            aria-label={words.column(index)}
            value={field.column}
            data={columns.includes(field.column) ? [...columns] : [field.column, ...columns]}
            onChange={(event) => change(field.id, { column: event.currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            flex={1.2}
            miw={80}
            aria-label={words.part(index)}
            value={field.part}
            data={COLUMN_PARTS.map((part) => ({ value: part, label: words.parts[part] }))}
            onChange={(event) => change(field.id, { part: COLUMN_PARTS.find((part) => part === event.currentTarget.value) ?? 'whole' })}
          />
          <ActionIcon
            variant="default"
            size={30}
            aria-label={words.removeField(field.field)}
            onClick={() => onChange({ ...draft, fields: draft.fields.filter(({ id }) => id !== field.id) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button variant="default" size="compact-xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {words.addField}
        </Button>
      </Group>
    </Stack>
  );
}
