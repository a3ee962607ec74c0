/** How many continuations a question plays. While a number is being typed that cannot be asked for, the last one that can stays. */
import { NumberInput } from '@mantine/core';

interface RollsInputProps {
  readonly label: string;
  readonly title: string;
  readonly most: number;
  readonly value: number;
  readonly onChange: (rolls: number) => void;
}

export const RollsInput = ({ label, title, most, value, onChange }: RollsInputProps) => (
  <NumberInput
    w={110}
    label={label}
    title={title}
    min={1}
    max={most}
    allowDecimal={false}
    value={value}
    onChange={(rolls) => typeof rolls === 'number' && rolls >= 1 && rolls <= most && onChange(rolls)}
  />
);
