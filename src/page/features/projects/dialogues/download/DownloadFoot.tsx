/** The foot of a dialogue that ends in a download: why it failed, what was downloaded, the button. */
import { Button, Group, Text } from '@mantine/core';
import { FaultList } from '../../../../kit/notices/FaultList.tsx';
import type { DialogueDownload } from './useDownload.ts';

interface DownloadFootProps {
  readonly download: DialogueDownload;
  readonly label: string;
  readonly disabled?: boolean;
  /** Makes the file; resolves with the sentence that says what was downloaded. */
  readonly work: () => Promise<string | null>;
}

export function DownloadFoot({ download: { progress, begin, dismiss }, label, disabled = false, work }: DownloadFootProps) {
  return (
    <>
      {progress.step === 'failed' && <FaultList faults={[progress.fault]} onClose={dismiss} />}
      <Text size="sm" role="status">
        {progress.step === 'done' && progress.sentence}
      </Text>
      <Group justify="flex-end">
        <Button loading={progress.step === 'working'} disabled={disabled} onClick={() => void begin(work)}>
          {label}
        </Button>
      </Group>
    </>
  );
}
