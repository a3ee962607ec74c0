/** Taking the project to verifiers and prime-rl: what is in the package, that it trains one policy, what is left behind; then the zip. */
import { Alert, Stack, Text } from '@mantine/core';
import { losses, refusals } from '../../../../../core/formats/exports/verifiers/refusals.ts';
import { verifiersText } from '../../../../../words/words.ts';
import { formatBytes } from '../../../../kit/figures/format.ts';
import { useDocument } from '../../../../state/document/document.ts';
import { FaultRows } from '../../../../kit/refused/FaultRows.tsx';
import { goToSubject } from '../../../../kit/refused/goToSubject.ts';
import { DownloadFoot } from '../download/DownloadFoot.tsx';
import { useDownload } from '../download/useDownload.ts';

const words = verifiersText.dialogue;

export function VerifiersDialogue({ onClose }: { readonly onClose: () => void }) {
  const document = useDocument((state) => state.document);
  const refused = refusals(document);
  const lost = losses(document);
  const change = (subject: string) => goToSubject(document, subject) && onClose();

  const download = useDownload();
  const work = async () => {
    const { downloadPackage } = await import('./downloadPackage.ts');
    const { file, bytes } = await downloadPackage(document);
    return words.done(file, formatBytes(bytes));
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
      <DownloadFoot download={download} label={words.download} disabled={refused.length > 0} work={work} />
    </Stack>
  );
}
