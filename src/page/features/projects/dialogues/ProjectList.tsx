/** The projects this browser keeps: open, rename, duplicate, save, delete and bring back. */
import { ActionIcon, Badge, Button, Group, Loader, Menu, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconCopy, IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { parseDocument } from '../../../../core/document/parse.ts';
import { showOpened } from '../../../state/projects/opened.ts';
import { useKeptNews } from '../../../state/storage/keptNews.ts';
import { projectsStore, useProjects, type ProjectCard } from '../../../state/projects/projects.ts';
import { documentStore, useDocument } from '../../../state/document/document.ts';
import { fileNameOf, saveFile } from '../../../kit/files/saveFile.ts';
import { withFaultNotice } from '../../../kit/notices/withFaultNotice.ts';
import { DATES, GAP, inBrackets, languageSpoken, text } from '../../../../words/words.ts';
import { downloadProject, openProject } from '../../../kit/projects/projectActions.ts';
import styles from '../projects.module.css';
import { worded } from '../../../../core/faults.ts';

const words = text.projects.list;

interface ProjectListProps {
  readonly onClose: () => void;
  /** To choose one only, as beside the templates. */
  readonly brief?: boolean;
}

export function ProjectList({ onClose, brief = false }: ProjectListProps) {
  const status = useProjects((state) => state.status);
  const isNewer = useKeptNews(({ newer }) => newer.has('projects'));
  const cards = useProjects((state) => state.cards);
  const removed = useProjects((state) => state.removed);
  const [deleted, setDeleted] = useState<ProjectCard | null>(null);
  const remove = (card: ProjectCard): void => {
    const open = projectsStore.getState().present === card.id;
    void withFaultNotice(words.failed, async () => {
      await projectsStore.getState().remove(card.id);
      setDeleted(card);
      if (open) showOpened();
    });
  };
  return (
    <Stack gap="sm" component="section" aria-label={words.label}>
      <Text size="xs" c="dimmed">
        {brief ? words.label : status === 'unavailable' ? (isNewer ? words.newer : words.unavailable) : words.intro}
      </Text>
      {deleted && (
        <Group gap="xs" role="status">
          <Text size="sm">{words.deleted(deleted.name)}</Text>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              void withFaultNotice(words.failed, () => projectsStore.getState().restore(deleted.id));
              setDeleted(null);
            }}
          >
            {words.undo}
          </Button>
        </Group>
      )}
      {status === 'loading' ? (
        <Group gap={8} role="status">
          <Loader size={14} />
          <Text size="xs">{words.loading}</Text>
        </Group>
      ) : (
        <ul className={styles.list}>
          {cards.map((card) => (
            <Row key={card.id} card={card} brief={brief} onClose={onClose} onRemove={remove} />
          ))}
        </ul>
      )}
      {!brief && removed.length > 0 && <Removed cards={removed} />}
    </Stack>
  );
}

const WHEN = new Intl.DateTimeFormat(DATES[languageSpoken()], { dateStyle: 'medium', timeStyle: 'short' });

interface RowProps {
  readonly card: ProjectCard;
  readonly brief: boolean;
  readonly onClose: () => void;
  readonly onRemove: (card: ProjectCard) => void;
}

function Row({ card, brief, onClose, onRemove }: RowProps) {
  const present = useProjects((state) => state.present);
  // What is typed just now is not in the list yet.
  const typed = useDocument((state) => state.document.name);
  const [renaming, setRenaming] = useState(false);
  const current = present === card.id;
  const name = current ? typed : card.name;
  if (renaming) return <Rename card={card} name={name} onDone={() => setRenaming(false)} />;
  return (
    <li className={styles.row}>
      <UnstyledButton
        className={styles.open}
        aria-label={words.open(name)}
        aria-current={current || undefined}
        onClick={() => {
          if (!current) void openProject(card.id, card.name);
          onClose();
        }}
      >
        <Group gap={6} wrap="nowrap">
          <Text size="sm" fw={current ? 650 : 500} truncate title={name}>
            {name}
          </Text>
          {current && (
            <Badge size="xs" variant="default" tt="none" fw={500}>
              {words.current}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" className="tabular">
          {words.about(card.agents, WHEN.format(card.changed))}
        </Text>
      </UnstyledButton>
      {!brief && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label={words.actions(name)} color="gray">
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
              {words.rename}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={() => void withFaultNotice(words.failed, async () => void (await projectsStore.getState().duplicate(card.id)))}
            >
              {words.duplicate}
            </Menu.Item>
            <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void save(card, current)}>
              {words.save}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} color="red" onClick={() => onRemove(card)}>
              {words.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}

/** Saves a kept project as a file; one that cannot be read as the text it is. */
async function save({ id, name }: ProjectCard, current: boolean): Promise<void> {
  if (current) return downloadProject(documentStore.getState().document);
  const kept = await projectsStore.getState().textOf(id);
  if (kept === null) return;
  try {
    await downloadProject(parseDocument(kept));
  } catch {
    saveFile(fileNameOf(name, 'json'), kept, 'application/json');
  }
}

interface RenameProps {
  readonly card: ProjectCard;
  readonly name: string;
  readonly onDone: () => void;
}

function Rename({ card, name, onDone }: RenameProps) {
  const [draft, setDraft] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const commit = (): void => {
    if (draft.trim() === '' || draft.trim() === name) return onDone();
    void projectsStore
      .getState()
      .rename(card.id, draft.trim())
      .then((fault) => (fault ? setProblem(worded(fault).message) : onDone()));
  };
  return (
    <li className={styles.row}>
      <TextInput
        flex={1}
        p={6}
        autoFocus
        aria-label={words.newName(name)}
        value={draft}
        maxLength={200}
        error={problem}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key !== 'Escape') return;
          event.stopPropagation(); // it ends the renaming, not the dialogue
          onDone();
        }}
      />
    </li>
  );
}

/** Deleted projects, to be brought back or deleted for good; that is asked, since nothing brings it back. */
function Removed({ cards }: { readonly cards: readonly ProjectCard[] }) {
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <details>
      <Text component="summary" size="sm">
        {`${words.removed}${GAP}${inBrackets(String(cards.length))}`}
      </Text>
      <Text size="xs" c="dimmed">
        {words.removedHelp}
      </Text>
      <ul className={styles.list}>
        {cards.map(({ id, name }) => (
          <li key={id} className={styles.row}>
            <Text size="sm" flex={1} p={6} truncate>
              {asked === id ? words.purgeQuestion(name) : name}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                asked === id ? setAsked(null) : void withFaultNotice(words.failed, () => projectsStore.getState().restore(id))
              }
            >
              {asked === id ? words.keep : words.restore}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={() => (asked === id ? void withFaultNotice(words.failed, () => projectsStore.getState().purge(id)) : setAsked(id))}
            >
              {words.purge}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
