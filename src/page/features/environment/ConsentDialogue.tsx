/** Shows environment code that came from outside, read-only and whole, and asks whether it may run. */
import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { consentStore, isFramed, useConsent, useHeldBack } from '../../state/consent/consent.ts';
import { useDocument } from '../../state/document/document.ts';
import { CodeEditor } from '../../kit/editor/CodeEditor.tsx';
import { linkOf } from '../../kit/projects/links.ts';
import { text } from '../../../words/words.ts';

const close = (): void => consentStore.getState().review(false);

export function ConsentDialogue() {
  const document = useDocument((state) => state.document);
  const { name } = document;
  const { file, source } = document.environment;
  const reviewing = useConsent((state) => state.reviewing);
  const held = useHeldBack();
  const kilobytes = (new TextEncoder().encode(source).length / 1024).toFixed(1);
  const framed = isFramed();
  const agree = (): void => {
    consentStore.getState().agree(source);
    close();
  };
  return (
    <Modal
      opened={reviewing && held}
      onClose={close}
      title={text.consent.title}
      size="min(960px, 92vw)"
      centered
      withCloseButton={false} // “Keep it closed” and Escape do that
    >
      <Stack gap="xs">
        <Text size="sm">{text.consent.intro(name)}</Text>
        <Text size="sm">{text.consent.may}</Text>
        <Text size="sm" c="dimmed">
          {text.consent.still}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {text.consent.size(source.split('\n').length, kilobytes, file)}
        </Text>
        <Box h="min(420px, 45vh)" style={{ border: '1px solid var(--line-strong)', borderRadius: 4, overflow: 'hidden' }}>
          <CodeEditor
            language="typescript"
            path="file:///review/environment.ts"
            ariaLabel={text.consent.aria(file)}
            value={source}
            readOnly
          />
        </Box>
        {framed && (
          <Text size="sm" role="alert">
            {text.consent.framed}
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close} data-autofocus>
            {text.consent.closed}
          </Button>
          {framed ? (
            <Button component="a" href={linkOf(document, { carryCode: true })} target="_blank" rel="noopener">
              {text.consent.ownTab}
            </Button>
          ) : (
            <Button onClick={agree}>{text.consent.run}</Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
