/**
 * The shipped projects as cards: what each shows, what to look at, and how its recorded run went. One click starts one as a
 * project of its own. Used in the dialogue “New…” and wherever a person is to choose where to begin.
 */
import { Badge, Button, Chip, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ModelProjectName } from '../../../../core/document/presets/modelProjects.ts';
import type { PresetName } from '../../../../core/document/presets/presets.ts';
import { GALLERY_TAGS, type GalleryTag, galleryText } from '../../../../words/words.ts';
import { cardByKey, findCards, galleryCards, type GalleryCard } from './gallery.ts';
import styles from './gallery.module.css';
import { startBlank, startFrom, startModelProject } from '../../../kit/projects/projectActions.ts';
import { Sparkline } from './Sparkline.tsx';

interface GalleryProps {
  /** Called after a project was started, for instance to close a dialogue or to go to the team. */
  readonly onStarted?: () => void;
  /** Whether the search is to have the focus at once. */
  readonly focus?: boolean;
}

export function Gallery({ onStarted, focus = false }: GalleryProps) {
  const [words, setWords] = useState('');
  const [tags, setTags] = useState<GalleryTag[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const cards = findCards(galleryCards(), words, tags);
  const everything = words.trim() === '' && tags.length === 0;
  const start = (preset: PresetName): void => {
    startFrom(preset);
    onStarted?.();
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
                {tag}
              </Chip>
            ))}
          </Chip.Group>
        </Group>
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {everything ? '' : galleryText.count(cards.length)}
      </Text>
      {cards.length === 0 ? (
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
              <Frame
                name={galleryText.blank}
                shows={galleryText.blankShows}
                onStart={() => {
                  startBlank();
                  onStarted?.();
                }}
              />
            </li>
          )}
          {everything && (
            <li>
              <ModelCard
                name="gsm8k-duo"
                onStart={() => {
                  void startModelProject('gsm8k-duo').then(onStarted);
                }}
              />
            </li>
          )}
          {cards.map((card) => (
            <li key={card.preset}>
              <Card card={card} onStart={() => start(card.preset)} />
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

const Look = ({ at }: { readonly at: string }) => (
  <Text size="xs" c="dimmed">
    <b>{galleryText.look}</b> {at}
  </Text>
);

/** A project for a model that is not shipped. */
function ModelCard({ name, onStart }: { readonly name: ModelProjectName; readonly onStart: () => void }) {
  const card = galleryText.models[name];
  return (
    <Frame name={card.name} shows={card.shows} preset={name} onStart={onStart}>
      <Look at={card.look} />
      <Text size="xs" c="dimmed">
        {card.needs}
      </Text>
    </Frame>
  );
}

function Card({ card, onStart }: { readonly card: GalleryCard; readonly onStart: () => void }) {
  const { recording } = card;
  const [first, last] = [recording.first.toFixed(2), recording.last.toFixed(2)];
  return (
    <Frame name={card.name} shows={card.shows} preset={card.preset} onStart={onStart}>
      <Look at={card.look} />
      <div className={styles.foot}>
        <Sparkline values={recording.reward} label={galleryText.curve(first, last)} />
        <Text size="xs" c="dimmed" className="tabular">
          {galleryText.reward(first, last)}
        </Text>
      </div>
      <Text size="xs" c="dimmed" className="tabular">
        {`${galleryText.team(card.agents)} · ${galleryText.run(recording.iterations, recording.seconds)}`}
      </Text>
      <Group gap={4}>
        {card.tags.map((tag) => (
          <Badge key={tag} size="xs" variant="default" tt="none" fw={500}>
            {tag}
          </Badge>
        ))}
      </Group>
    </Frame>
  );
}
