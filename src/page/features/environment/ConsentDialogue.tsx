/** Shows environment code that came from outside, read-only and whole, and asks whether it may run. */
import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { consentStore, isFramed, useConsent, useHeldBack } from '../../state/consent/consent.ts';
import { useDocument } from '../../state/document/document.ts';
import { CodeEditor } from '../../kit/editor/CodeEditor.tsx';
import { useMonaco } from '../../kit/editor/useMonaco.ts';
import { linkOf } from '../../kit/projects/links.ts';
import { text } from '../../../words/words.ts';

/**
 * Code is on screen for so long before it can be agreed to, milliseconds: a click that was meant for what was there before, such as the code
 * of a project in whose place a link put another one, lets nothing run. Browsers wait as long with their own questions.
 */
const READABLE = 500;

const close = (): void => consentStore.getState().review(false);

export function ConsentDialogue() {
  const document = useDocument((state) => state.document);
  const { name } = document;
  const { file, source } = document.environment;
  const reviewing = useConsent((state) => state.reviewing);
  const held = useHeldBack();
  const kilobytes = (new TextEncoder().encode(source).length / 1024).toFixed(1);
  const framed = isFramed();
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
            <RunButton key={source} source={source} />
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Lets `source` run, once it can be read. */
function RunButton({ source }: { readonly source: string }) {
  const shown = useMonaco(true).status !== 'loading';
  const [readable, setReadable] = useState(false);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setReadable(true), READABLE);
    return () => clearTimeout(timer);
  }, [shown]);
  const agree = (): void => {
    consentStore.getState().agree(source);
    close();
  };
  return (
    <Button disabled={!readable} onClick={agree}>
      {text.consent.run}
    </Button>
  );
}
