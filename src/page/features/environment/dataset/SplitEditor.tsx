/** Which rows are trained on, which only measure, and how many are used at all. */
import { Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import type { AttachedData } from '../../../../core/dataset/attach.ts';
import { datasetText } from '../../../../words/words.ts';
import type { DatasetDraft } from './draft.ts';

const words = datasetText.dialogue;

interface Props {
  readonly draft: DatasetDraft;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly attached: AttachedData | null;
  readonly onChange: (draft: DatasetDraft) => void;
}

export function SplitEditor({ draft, columns, rows, attached, onChange }: Props) {
  const [train, test] = attached ? [attached.splits.train.length, attached.splits.test.length] : [0, 0];
  // A field that is empty for a moment keeps its last number in use.
  const take = (name: 'testPercent' | 'sample' | 'seed') => (value: number | string) => {
    if (typeof value === 'number') onChange({ ...draft, [name]: value });
  };
  return (
    <Stack gap={6} component="section" aria-label={words.splits}>
      <Text size="sm" fw={650}>
        {words.splits}
      </Text>
      <NativeSelect
        size="xs"
        aria-label={words.splitBy}
        value={draft.splitColumn}
        data={[{ value: '', label: words.splitDraw }, ...columns.map((column) => ({ value: column, label: words.splitColumn(column) }))]}
        onChange={(event) => onChange({ ...draft, splitColumn: event.currentTarget.value })}
      />
      <Group gap={8} grow align="flex-end">
        {draft.splitColumn === '' && (
          <NumberInput
            label={words.share}
            min={0}
            max={100}
            decimalScale={1}
            clampBehavior="strict"
            value={draft.testPercent}
            onChange={take('testPercent')}
          />
        )}
        <NumberInput
          label={words.sample}
          min={0}
          max={rows}
          allowDecimal={false}
          clampBehavior="strict"
          value={draft.sample}
          onChange={take('sample')}
        />
        <NumberInput
          label={words.seed}
          min={0}
          max={4_294_967_295}
          allowDecimal={false}
          clampBehavior="strict"
          value={draft.seed}
          onChange={take('seed')}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {words.drawHelp}
      </Text>
      <Text size="sm" className="tabular" role="status">
        {attached ? words.counts(train, test, rows - train - test) : ''}
      </Text>
      {attached && train === 0 && (
        <Text size="xs" c="var(--mantine-color-error)">
          {words.noTrain}
        </Text>
      )}
      {attached && train > 0 && test === 0 && (
        <Text size="xs" c="dimmed">
          {words.noTest}
        </Text>
      )}
    </Stack>
  );
}
