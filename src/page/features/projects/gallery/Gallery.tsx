/**
 * The projects of the gallery as cards: what each shows, what to look at, and how its recorded run went. One click starts one as a
 * project of its own. Used in the dialogue “New…” and wherever a person is to choose where to begin.
 */
import { Badge, Button, Chip, Group, Loader, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { type Fault, faultFrom } from '../../../../core/faults.ts';
import { type GalleryEntry, HOUSE } from '../../../../core/gallery/list.ts';
import { GALLERY_TAGS, galleryText, GAP, inBrackets, type GalleryTag } from '../../../../words/words.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { cardByKey, fetchGallery, findEntries, openEntry, pictureOf, wordsOf } from './gallery.ts';
import styles from './gallery.module.css';
import { startBlank } from '../../../kit/projects/projectActions.ts';

/** Bytes of a shipped base from which on a card names it. */
const LARGE = 5e6;

interface GalleryProps {
  /** Called after a project was started, for instance to close a dialogue or to go to the team. */
  readonly onStarted?: () => void;
  /** Whether the search is to have the focus at once. */
  readonly focus?: boolean;
}

export function Gallery({ onStarted, focus = false }: GalleryProps) {
  const [words, setWords] = useState('');
  const [tags, setTags] = useState<GalleryTag[]>([]);
  const [waiting, setWaiting] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const [fetched, setFetched] = useState<readonly GalleryEntry[] | Fault | null>(null);
  const ask = useCallback((): void => {
    fetchGallery().then(setFetched, (error: unknown) => setFetched(faultFrom(error)));
  }, []);
  useEffect(ask, [ask]);
  const failed = fetched && 'code' in fetched ? fetched : null;
  const entries = fetched && !('code' in fetched) ? fetched : null;
  const cards = findEntries(entries ?? [], words, tags);
  const everything = words.trim() === '' && tags.length === 0;
  const start = (starting: Promise<boolean>): void => {
    setWaiting(true);
    void starting.then((begun) => {
      setWaiting(false);
      if (begun) onStarted?.();
    });
  };
  const clear = (): void => {
    setWords('');
    setTags([]);
  };
  return (
    <Stack gap="sm" component="section" aria-label={galleryText.label}>
      <Text size="xs" c="dimmed">
        {galleryText.intro}
      </Text>
      <Group gap="sm">
        <TextInput
          flex="1 1 200px"
          aria-label={galleryText.search}
          placeholder={galleryText.search}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={words}
          data-autofocus={focus || undefined}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') focusCard(list.current, 0, event);
          }}
        />
        <Group gap={4} role="group" aria-label={galleryText.tags}>
          <Chip.Group multiple value={tags} onChange={(chosen) => setTags(GALLERY_TAGS.filter((tag) => chosen.includes(tag)))}>
            {GALLERY_TAGS.map((tag) => (
              <Chip key={tag} value={tag} size="xs" variant="outline">
                {galleryText.tagNames[tag]}
              </Chip>
            ))}
          </Chip.Group>
        </Group>
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {waiting ? galleryText.starting : !entries && !failed ? galleryText.fetching : everything ? '' : galleryText.count(cards.length)}
      </Text>
      {failed && (
        <FaultList
          faults={[failed]}
          action={
            <Button variant="default" size="compact-xs" onClick={ask}>
              {galleryText.again}
            </Button>
          }
        />
      )}
      {!entries && !failed && <Loader size="sm" />}
      {entries && cards.length === 0 ? (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {galleryText.none(words.trim())}
          </Text>
          <Button variant="default" size="compact-xs" onClick={clear}>
            {galleryText.all}
          </Button>
        </Group>
      ) : (
        <ul ref={list} className={styles.cards}>
          {everything && (
            <li>
              <Frame name={galleryText.blank} shows={galleryText.blankShows} onStart={() => start(startBlank())} />
            </li>
          )}
          {cards.map((entry) => (
            <li key={entry.name}>
              <Card entry={entry} onStart={() => start(openEntry(entry))} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** Arrow keys go from card to card, as they lie on screen. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>): void {
  const list = event.currentTarget.closest('ul');
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const tops = buttons.map((button) => button.getBoundingClientRect().top);
  const columns = tops.filter((top) => top === tops[0]).length;
  const next = cardByKey(event.key, buttons.indexOf(event.currentTarget), buttons.length, columns);
  if (next !== null) focusCard(list, next, event);
}

function focusCard(list: HTMLUListElement | null, index: number, event: KeyboardEvent): void {
  event.preventDefault();
  list?.querySelectorAll('button')[index]?.focus();
}

interface FrameProps {
  readonly name: string;
  /** What it shows, dimmed where that is all there is to read. */
  readonly shows: string;
  readonly preset?: string;
  /** What is read out after name and what it shows. */
  readonly children?: ReactNode;
  readonly onStart: () => void;
}

/** A card as a button; `children` are what describes it beyond its name. */
function Frame({ name, shows, preset, children, onStart }: FrameProps) {
  const id = useId();
  return (
    <UnstyledButton
      className={styles.card}
      data-preset={preset}
      aria-labelledby={`${id}-name ${id}-shows`}
      aria-describedby={children ? `${id}-more` : undefined}
      onClick={onStart}
      onKeyDown={moveByKey}
    >
      <Text id={`${id}-name`} size="sm" fw={650}>
        {name}
      </Text>
      <Text id={`${id}-shows`} size="xs" c={children ? undefined : 'dimmed'}>
        {shows}
      </Text>
      {children && (
        <div id={`${id}-more`} className={styles.more}>
          {children}
        </div>
      )}
    </UnstyledButton>
  );
}

/** What it stands on, where that is not small and here. */
function Needs({ bases }: Pick<GalleryEntry, 'bases'>) {
  return bases
    .filter(({ from, bytes }) => from !== 'shipped' || (bytes ?? 0) >= LARGE)
    .map(({ name, from, bytes }) => (
      <Text key={name} size="xs" c="dimmed">
        {galleryText.needs[from](name, bytes === null ? '' : `${GAP}${inBrackets(formatBytes(bytes))}`)}
      </Text>
    ));
}

function Card({ entry, onStart }: { readonly entry: GalleryEntry; readonly onStart: () => void }) {
  const { facts } = entry;
  const { title, shows, look } = wordsOf(entry);
  const [first, last] = [facts?.first.toFixed(2) ?? '', facts?.last.toFixed(2) ?? ''];
  const picture = facts ? galleryText.curve(first, last) : galleryText.picture;
  return (
    <Frame name={title} shows={shows} preset={entry.name} onStart={onStart}>
      <Text size="xs" c="dimmed">
        <b>{galleryText.look}</b> {look}
      </Text>
      <Needs bases={entry.bases} />
      <img className={styles.picture} src={pictureOf(entry)} alt={picture} loading="lazy" />
      <Text size="xs" c="dimmed" className="tabular">
        {[
          galleryText.team(entry.agents),
          ...(facts ? [galleryText.reward(first, last), galleryText.run(facts.iterations, facts.seconds)] : []),
        ].join(' · ')}
      </Text>
      {entry.author !== HOUSE && (
        <Text size="xs" c="dimmed">
          {galleryText.by(entry.author, entry.licence)}
        </Text>
      )}
      <Group gap={4}>
        {entry.tags.map((tag) => (
          <Badge key={tag} size="xs" variant="default" tt="none" fw={500}>
            {galleryText.tagNames[tag]}
          </Badge>
        ))}
      </Group>
    </Frame>
  );
}
