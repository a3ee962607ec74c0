/** A link to be copied, with its size and what that means. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { LONG_LINK, MAX_LINK_CHARACTERS, VERY_LONG_LINK } from '../../../core/share/share.ts';
import { text } from '../../../words/words.ts';
import { onOwnComputer } from './ownComputer.ts';

const words = text.projects.share;

/** A link’s length as people read sizes. */
export const linkSize = (characters: number): string =>
  characters < 1000 ? words.bytes(characters) : `${(characters / 1000).toFixed(1)} kB`;

interface Props {
  readonly link: string;
  /** What the field is called, where there are several. */
  readonly label?: string;
  /** What the button is called to who cannot see which field it is beside. */
  readonly copyLabel?: string;
  /** Where several stand below one another: what goes for every link is said elsewhere. */
  readonly brief?: boolean;
}

export function LinkField({ link, label = words.link, copyLabel, brief = false }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const tooLong = link.length > MAX_LINK_CHARACTERS;
  const copy = (): void =>
    void navigator.clipboard
      .writeText(link)
      .then(() => setCopied('yes'))
      .catch(() => setCopied('no'));
  if (tooLong) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {words.tooLong}
      </Text>
    );
  }
  return (
    <Stack gap={6}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label={label}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Button
          leftSection={copied === 'yes' ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          aria-label={copied === null ? copyLabel : undefined}
          onClick={copy}
        >
          {copied === 'yes' ? words.copied : words.copy}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" className="tabular" role="status">
        {copied === 'no' ? words.copyFailed : (brief ? words.sizeAlone : words.size)(linkSize(link.length))}
      </Text>
      {(!brief || link.length > LONG_LINK) && (
        <Text size="xs" c={link.length > LONG_LINK ? 'var(--mantine-color-error)' : 'dimmed'}>
          {link.length > VERY_LONG_LINK ? words.veryLong : link.length > LONG_LINK ? words.long : words.fits}
        </Text>
      )}
      {!brief && onOwnComputer() && (
        <Text size="xs" c="dimmed">
          {words.ownComputer}
        </Text>
      )}
    </Stack>
  );
}
