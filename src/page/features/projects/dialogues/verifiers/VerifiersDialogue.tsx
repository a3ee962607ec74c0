/** Taking the project to verifiers and prime-rl: what is in the package, that it trains one policy, what is left behind; then the zip. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { faultFrom, type Fault } from '../../../../../core/faults.ts';
import { losses, refusals } from '../../../../../core/formats/exports/verifiers/refusals.ts';
import { verifiersText } from '../../../../../words/words.ts';
import { formatBytes } from '../../../../kit/figures/format.ts';
import { FaultList } from '../../../../kit/notices/FaultList.tsx';
import { useDocument } from '../../../../state/document/document.ts';
import { FaultRows } from '../../../../kit/refused/FaultRows.tsx';
import { goToSubject } from '../../../../kit/refused/goToSubject.ts';

const words = verifiersText.dialogue;

type Progress =
  | { readonly step: 'idle' | 'working' }
  | { readonly step: 'done'; readonly sentence: string }
  | { readonly step: 'failed'; readonly fault: Fault };

export function VerifiersDialogue({ onClose }: { readonly onClose: () => void }) {
  const document = useDocument((state) => state.document);
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const refused = refusals(document);
  const lost = losses(document);
  const change = (subject: string) => goToSubject(document, subject) && onClose();

  const download = async () => {
    setProgress({ step: 'working' });
    try {
      const { downloadPackage } = await import('./downloadPackage.ts');
      const { file, bytes } = await downloadPackage(document);
      setProgress({ step: 'done', sentence: words.done(file, formatBytes(bytes)) });
    } catch (error) {
      setProgress({ step: 'failed', fault: faultFrom(error) });
    }
  };

  return (
    <Stack gap="sm">
      <Text size="sm">{words.about}</Text>
      <Alert color="yellow" variant="light" py={8}>
        <Text size="sm">{words.onePolicy}</Text>
      </Alert>
      {refused.length > 0 && (
        <Text size="sm" fw={600}>
          {words.refused}
        </Text>
      )}
      <FaultRows faults={refused} label={words.refused} note="" onChange={change} />
      <Text size="sm" fw={600}>
        {lost.length === 0 ? words.nothing : words.lost(lost.length)}
      </Text>
      <FaultRows faults={lost} label={words.lost(lost.length)} note={words.mapping} onChange={change} />
      <Text size="xs" c="dimmed">
        {words.contents}
      </Text>
      {progress.step === 'failed' && <FaultList faults={[progress.fault]} onClose={() => setProgress({ step: 'idle' })} />}
      <Text size="sm" role="status">
        {progress.step === 'done' && progress.sentence}
      </Text>
      <Group justify="flex-end">
        <Button loading={progress.step === 'working'} disabled={refused.length > 0} onClick={() => void download()}>
          {words.download}
        </Button>
      </Group>
    </Stack>
  );
}
