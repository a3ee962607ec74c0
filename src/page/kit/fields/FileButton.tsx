/** A button that lets somebody choose a file, several, or a folder; what is wrong with the choice is said below it. */
import { Button, Stack, Group, Tooltip } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import { FaultList } from '../notices/FaultList.tsx';

interface FileButtonProps {
  readonly label: string;
  readonly help?: string;
  readonly icon: ReactNode;
  /** Endings, as an input’s `accept` takes them. */
  readonly accept?: string;
  /** A folder with all its files instead of a file. */
  readonly folder?: boolean;
  /** May reject; the reason is shown here. */
  readonly onChoose: (files: readonly File[]) => Promise<void>;
  /** Beside the button: what was chosen. */
  readonly children?: ReactNode;
}

export function FileButton({ label, help, icon, accept, folder = false, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    try {
      await onChoose(files);
      setFault(null);
    } catch (error) {
      setFault(faultFrom(error));
    }
  };
  return (
    <Stack gap={4}>
      <Group gap={8}>
        <Tooltip label={help} disabled={help === undefined} multiline maw={320}>
          <Button variant="default" size="compact-xs" leftSection={icon} onClick={() => input.current?.click()}>
            {label}
          </Button>
        </Tooltip>
        {children}
      </Group>
      {fault && <FaultList faults={[fault]} onClose={() => setFault(null)} />}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        // React does not know this attribute by type; every browser does.
        {...(folder ? { multiple: true, webkitdirectory: '' } : {})}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = ''; // so that the same file can be chosen again
          if (chosen.length > 0) void take(chosen);
        }}
      />
    </Stack>
  );
}
