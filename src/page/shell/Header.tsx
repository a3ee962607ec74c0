/** The top line: what this is, the project's name, the palette, undo and redo, colours, and the project as a file. */
import { ActionIcon, Button, Group, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDocument } from '../state/document/document.ts';
import { Keys } from './commands/Keys.tsx';
import { openPalette } from '../kit/commands/openCommands.ts';
import { otherLanguage, switchLanguage } from '../state/language/language.ts';
import { GAP, inBrackets, LANG, OWN_NAMES, text } from '../../words/words.ts';
import { switchScheme } from '../kit/theme/schemeManager.ts';
import { useScheme } from '../kit/theme/useScheme.ts';
import { ProjectAbout } from '../features/projects/ProjectAbout.tsx';
import { ProjectMenu } from '../features/projects/ProjectMenu.tsx';
import { ProjectName } from '../features/projects/ProjectName.tsx';
import styles from './shell.module.css';

export function Header() {
  const undo = useDocument((state) => state.undo);
  const redo = useDocument((state) => state.redo);
  const canUndo = useDocument((state) => state.past.length > 0);
  const canRedo = useDocument((state) => state.future.length > 0);
  return (
    <Group component="header" gap={8} px={12} h={44} wrap="nowrap" style={{ flexShrink: 0 }}>
      <Title order={1} fz="sm" fw={700} className={styles.title}>
        {text.product.name}
      </Title>
      <Text c="dimmed" aria-hidden className={styles.slash}>
        /
      </Text>
      <ProjectName />
      <ProjectAbout />
      <PaletteButton />
      <Group gap={2} wrap="nowrap" role="group" aria-label={text.header.label}>
        <IconButton label={text.header.undo} shortcut="Ctrl+Z" disabled={!canUndo} onClick={undo}>
          <IconArrowBackUp size={18} aria-hidden />
        </IconButton>
        <IconButton label={text.header.redo} shortcut="Ctrl+Shift+Z" disabled={!canRedo} onClick={redo}>
          <IconArrowForwardUp size={18} aria-hidden />
        </IconButton>
        <ProjectMenu />
        <LanguageButton />
        <SchemeButton />
      </Group>
    </Group>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function IconButton({ label, shortcut, disabled, onClick, children }: IconButtonProps) {
  return (
    <Tooltip label={shortcut ? `${label}${GAP}${inBrackets(shortcut)}` : label}>
      <ActionIcon size="lg" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** The other language, in itself. */
function LanguageButton() {
  const other = otherLanguage();
  const { name, offer } = OWN_NAMES[other];
  return (
    <Tooltip label={<span lang={LANG[other]}>{offer}</span>}>
      <Button
        variant="subtle"
        size="compact-xs"
        className={styles.language}
        lang={LANG[other]}
        aria-label={offer}
        onClick={() => switchLanguage(other)}
      >
        {name}
      </Button>
    </Tooltip>
  );
}

function SchemeButton() {
  const dark = useScheme() === 'dark';
  return (
    <IconButton label={dark ? text.header.toLight : text.header.toDark} shortcut="Shift+D" onClick={switchScheme}>
      {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </IconButton>
  );
}

/** Opens the palette; it looks like the field it opens. */
function PaletteButton() {
  return (
    <Tooltip label={text.header.searchHelp}>
      <UnstyledButton className={styles.search} aria-label={text.header.search} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden />
        <span className={styles.searchText}>{text.header.search}</span>
        <span className={styles.searchKeys}>
          <Keys keys="mod+K" />
        </span>
      </UnstyledButton>
    </Tooltip>
  );
}
