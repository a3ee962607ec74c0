/** Going back and forth on the bench, and what who is next says: typed, demonstrated, mistaken or any text. */
import { ActionIcon, Button, Group, NativeSelect, Text, Textarea, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerSkipBack } from '@tabler/icons-react';
import { useState } from 'react';
import { type BenchManner, MANNERS, type Moment } from '../../../../core/trial/stepping.ts';
import { benchStore, REACHES, useBench } from './bench.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { benchText as words } from '../../../../words/words.ts';
import styles from './bench.module.css';

export function BenchControls({ moment }: { readonly moment: Moment }) {
  return (
    <>
      <Ways moment={moment} />
      {moment.next !== null && <Speaking moment={moment} next={moment.next} />}
    </>
  );
}

function Ways({ moment }: { readonly moment: Moment }) {
  const at = useBench((state) => state.at);
  const last = useBench((state) => state.history.length - 1);
  const busy = useBench((state) => state.busy);
  const { look } = benchStore.getState();
  const ways = [
    { label: words.restart, to: 0, Icon: IconPlayerSkipBack, off: at === 0 },
    { label: words.back, to: at - 1, Icon: IconArrowBackUp, off: at === 0 },
    { label: words.forward, to: at + 1, Icon: IconArrowForwardUp, off: at === last },
  ];
  return (
    <Group gap={6}>
      {ways.map(({ label, to, Icon, off }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon variant="default" size={26} aria-label={label} disabled={off || busy} onClick={() => look(to)}>
            <Icon size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      <Text size="xs" c="dimmed" aria-live="polite">
        {[
          busy ? words.working : words.place(at, last),
          words.earnedSoFar(formatNumber(moment.reward)),
          ...(moment.ending === null ? [] : [words.endings[moment.ending]]),
        ].join(' · ')}
      </Text>
    </Group>
  );
}

function Speaking({ moment, next }: { readonly moment: Moment; readonly next: string }) {
  const [typed, setTyped] = useState('');
  const reach = useBench((state) => state.reach);
  const busy = useBench((state) => state.busy);
  const hooks = useBench((state) => state.info?.hooks);
  const horizon = useBench((state) => state.document?.training.horizon ?? 1);
  const say = async (): Promise<void> => {
    await benchStore.getState().say(typed);
    // What led to a fault stays, to be mended.
    if (!benchStore.getState().fault) setTyped('');
  };
  const lacks = (manner: BenchManner): boolean => manner !== 'random' && !hooks?.[manner];
  return (
    <div className={styles.speaking}>
      <Group gap={6} align="end" wrap="nowrap">
        <Textarea
          flex={1}
          size="xs"
          autosize
          minRows={1}
          maxRows={6}
          label={words.speaks(next, moment.turns.length - 1, horizon)}
          aria-label={words.message(next)}
          description={words.messageHint}
          inputWrapperOrder={['label', 'input', 'description']}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void say();
          }}
        />
        <Button size="xs" mb={20} disabled={busy} onClick={() => void say()}>
          {words.say}
        </Button>
      </Group>
      <Group gap={6}>
        {MANNERS.map((manner) => (
          <Tooltip key={manner} label={lacks(manner) ? words.without[manner] : words.mannerHelp[manner]}>
            <Button
              variant="default"
              size="compact-xs"
              // Not `disabled`: its tooltip says why it does nothing.
              data-disabled={lacks(manner) || busy || undefined}
              aria-disabled={lacks(manner) || busy}
              onClick={() => {
                if (!lacks(manner) && !busy) void benchStore.getState().speak(manner);
              }}
            >
              {words.manners[manner]}
            </Button>
          </Tooltip>
        ))}
        <NativeSelect
          size="xs"
          aria-label={words.reach}
          value={reach}
          data={REACHES.map((value) => ({ value, label: words.reaches[value] }))}
          onChange={(event) => benchStore.getState().choose(REACHES.find((known) => known === event.currentTarget.value) ?? 'message')}
        />
      </Group>
    </div>
  );
}
