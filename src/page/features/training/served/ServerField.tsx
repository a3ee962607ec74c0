/** Who trains the policies of the next run: this computer, or the server that the page's own server hands requests on to. */
import { Box, Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Forwarding } from '../../../../core/forward.ts';
import { engineStore, useEngine } from '../../../state/engine/engine.ts';
import { useTeacherView } from '../../../state/projects/teach.ts';
import { readForwarding } from '../../../state/served/forwarding.ts';
import { GAP, servedText as words, text } from '../../../../words/words.ts';
import { ServerFound } from './ServerFound.tsx';

/** Undefined while nobody has looked for the way. */
type Way = Forwarding['forward'] | 'gone' | undefined;

export function ServerField() {
  const server = useEngine((state) => state.server);
  const locked = Boolean(useTeacherView()?.backend);
  const [way, setWay] = useState<Way>();
  // A server that was chosen on an earlier visit.
  const unseen = server !== null && way === undefined;
  useEffect(() => {
    if (unseen) void readForwarding().then(setWay);
  }, [unseen]);
  const choose = async (wanted: boolean): Promise<void> => {
    const { chooseServer } = engineStore.getState();
    if (!wanted) {
      setWay(undefined);
      return chooseServer(null);
    }
    const found = await readForwarding();
    setWay(found);
    chooseServer(found === null || found === 'gone' ? null : { url: found.url, model: null });
  };
  const wayless = way === null || way === 'gone';
  return (
    <>
      <Select
        label={words.label}
        labelProps={{ fw: 400 }}
        description={locked ? text.teach.lockedSetting : words.help}
        disabled={locked}
        allowDeselect={false}
        value={server ? 'server' : 'here'}
        data={[
          { value: 'here', label: words.here },
          { value: 'server', label: words.server },
        ]}
        onChange={(value) => void choose(value === 'server')}
      />
      {(wayless || server) && (
        <Box style={{ gridColumn: '1 / -1' }}>
          {server ? (
            <ServerFound server={server} token={typeof way === 'object' && way?.token === true} />
          ) : (
            <NoWay gone={way === 'gone'} onAgain={() => void choose(true)} />
          )}
        </Box>
      )}
    </>
  );
}

function NoWay({ gone, onAgain }: { readonly gone: boolean; readonly onAgain: () => void }) {
  return (
    <Stack gap={4} p="xs" role="status" style={{ border: '1px solid var(--line)', borderRadius: 4 }} data-noway>
      {gone ? (
        <Text size="sm">{words.gone}</Text>
      ) : (
        <>
          <Text size="sm" fw={600}>
            {words.noWay.title}
          </Text>
          <Text size="xs" c="dimmed">
            {words.noWay.why}
            {GAP}
            {words.noWay.instead}
          </Text>
          <Code block fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {words.noWay.command}
          </Code>
          <Text size="xs" c="dimmed">
            {words.noWay.terminal}
          </Text>
        </>
      )}
      <Group>
        <Button size="compact-xs" variant="default" onClick={onAgain}>
          {words.noWay.again}
        </Button>
      </Group>
    </Stack>
  );
}
