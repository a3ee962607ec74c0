/** One item of the final test: what is asked, and its options. Nothing here tells which is right. */
import { Radio, Stack } from '@mantine/core';
import type { InventoryItem } from '../../../core/lessons/inventory.ts';
import type { StepWords } from '../../../core/lessons/words.ts';
import { InlineMarkdown, Markdown } from './Markdown.tsx';

interface Props {
  readonly item: InventoryItem;
  readonly words: StepWords;
  /** What the options are headed with. */
  readonly legend: string;
  /** The option that was chosen last; null before any. */
  readonly chosen: string | null;
  readonly onChoose: (option: string) => void;
}

export function FormItem({ item, words, legend, chosen, onChoose }: Props) {
  return (
    <>
      <Markdown>{words.text}</Markdown>
      <Radio.Group label={legend} labelProps={LEGEND} value={chosen} onChange={onChoose} mt="sm">
        <Stack gap={10} mt={6}>
          {item.options.map((option) => (
            <Radio key={option} value={option} size="sm" label={<InlineMarkdown>{words.options[option] ?? option}</InlineMarkdown>} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}

const LEGEND = { fw: 650 } as const;
