/** A question mark beside a setting: what it is, where it comes from, and what it is called in the project file and elsewhere. */
import { ActionIcon, Anchor, Code, Popover, Stack, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { InWords } from '../help/InWords.tsx';
import { COLON, settingsText, type TermId } from '../../../words/words.ts';

interface HelpPopoverProps {
  readonly label: string;
  readonly help: string;
  readonly source: { readonly text: string; readonly url?: string };
  /** In the document. */
  readonly path: string;
  /** Its names in R1 and R3. */
  readonly r1?: string;
  readonly r3?: string;
  /** In other trainers. */
  readonly elsewhere?: string;
  /** The word of the glossary that it is about. */
  readonly term?: TermId | null;
}

export function HelpPopover({ label, help, source, path, r1, r3, elsewhere, term }: HelpPopoverProps) {
  return (
    <Popover width={300} position="bottom-start" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={16}
          color="gray"
          aria-label={settingsText.about(label)}
          onClick={(event) => event.preventDefault()} // the label would hand the click on to its field
        >
          <IconHelpCircle size={13} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={settingsText.about(label)} data-autofocus tabIndex={-1}>
        <Stack gap={6}>
          <Text size="xs">{help}</Text>
          <Fact name={settingsText.source}>
            {source.url ? (
              <Anchor href={source.url} target="_blank" rel="noreferrer" size="xs" c="var(--ink)" underline="always">
                {source.text}
              </Anchor>
            ) : (
              source.text
            )}
          </Fact>
          {r1 && (
            <Fact name={settingsText.inR1}>
              <Code fz="xs">{r1}</Code>
            </Fact>
          )}
          {r3 && (
            <Fact name={settingsText.inR3}>
              <Code fz="xs">{r3}</Code>
            </Fact>
          )}
          {elsewhere && (
            <Fact name={settingsText.elsewhere}>
              <Code fz="xs">{elsewhere}</Code>
            </Fact>
          )}
          <Fact name={settingsText.path}>
            <Code fz="xs">{path}</Code>
          </Fact>
          <InWords id={term} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <Text size="xs" component="div">
      <Text span fz="inherit" c="dimmed">
        {name}
        {COLON}
      </Text>
      {children}
    </Text>
  );
}
