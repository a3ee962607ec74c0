/** Makes a teacher's link: what students see of the open project, and what they may change. */
import {
  Anchor,
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { BACKENDS } from '../../../../core/backend.ts';
import { LESSON_CONTROLS, LESSON_PLACES } from '../../../../core/share/teach.ts';
import { useDocument } from '../../../state/document/document.ts';
import { text } from '../../../../words/words.ts';
import { lockChoices, NEW_LESSON, viewOf, type LessonDraft } from './lessonDraft.ts';
import { LinkField } from '../../../kit/projects/LinkField.tsx';
import { linkOf } from '../../../kit/projects/links.ts';
import { NotInLink } from './ShareDialogue.tsx';
import { useSharedBases } from './useSharedBases.ts';

const words = text.teach;

export function TeachDialogue() {
  const document = useDocument((state) => state.document);
  const [draft, setDraft] = useState<LessonDraft>(NEW_LESSON);
  const set = (part: Partial<LessonDraft>): void => setDraft((present) => ({ ...present, ...part }));
  const shared = useSharedBases(document);
  const link = linkOf(shared.named, { lesson: draft.places.length > 0 ? viewOf(draft) : null });
  return (
    <Stack gap="md">
      <Text size="sm">{words.intro}</Text>
      <TextInput
        label={words.title}
        placeholder={words.titleExample}
        maxLength={120}
        value={draft.title}
        data-autofocus
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        size="xs"
        label={words.task}
        placeholder={words.taskExample}
        maxLength={4000}
        autosize
        minRows={2}
        maxRows={6}
        value={draft.task}
        onChange={(event) => set({ task: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Choices
          label={words.places}
          options={LESSON_PLACES}
          names={words.placeNames}
          value={draft.places}
          onChange={(places) => set({ places })}
          problem={draft.places.length === 0 ? words.onePlace : null}
        />
        <Choices
          label={words.controls}
          options={LESSON_CONTROLS}
          names={words.controlNames}
          value={draft.shown}
          onChange={(shown) => set({ shown })}
        />
      </SimpleGrid>
      <Radio.Group
        size="xs"
        label={words.change}
        value={draft.editable === null ? 'everything' : 'chosen'}
        onChange={(value) => set({ editable: value === 'everything' ? null : [] })}
      >
        <Group mt={4}>
          <Radio size="xs" value="everything" label={words.everything} iconColor="var(--on-accent)" />
          <Radio size="xs" value="chosen" label={words.chosen} iconColor="var(--on-accent)" />
        </Group>
      </Radio.Group>
      {draft.editable !== null && (
        <MultiSelect
          aria-label={words.choose}
          placeholder={draft.editable.length === 0 ? words.nothing : undefined}
          searchable
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
          data={lockChoices(document).map(({ group, items }) => ({ group, items: [...items] }))}
          value={[...draft.editable]}
          onChange={(editable) => set({ editable })}
        />
      )}
      <Fieldset legend={words.same} variant="unstyled">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Switch
            label={words.seed(document.training.seed)}
            description={words.seedHelp}
            checked={draft.fixedSeed}
            onChange={(event) => set({ fixedSeed: event.currentTarget.checked })}
          />
          <Select
            label={words.backend}
            value={draft.backend ?? ''}
            data={[{ value: '', label: words.ownBackend }, ...BACKENDS.map((value) => ({ value, label: text.training.backends[value] }))]}
            onChange={(value) => set({ backend: BACKENDS.find((known) => known === value) ?? null })}
          />
        </SimpleGrid>
      </Fieldset>
      <LinkField key={link} link={link} />
      <NotInLink bases={shared.bases} measuring={shared.measuring} />
      <Anchor href={link} target="_blank" rel="noopener" size="sm">
        {words.preview} <IconExternalLink size={14} aria-hidden />
      </Anchor>
    </Stack>
  );
}

interface ChoicesProps<Option extends string> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly names: Readonly<Record<Option, string>>;
  readonly value: readonly Option[];
  readonly onChange: (value: readonly Option[]) => void;
  readonly problem?: string | null;
}

function Choices<Option extends string>({ label, options, names, value, onChange, problem }: ChoicesProps<Option>) {
  return (
    <Checkbox.Group
      size="xs"
      label={label}
      error={problem}
      value={[...value]}
      onChange={(chosen) => onChange(options.filter((option) => chosen.includes(option)))}
    >
      <Stack gap={4} mt={4}>
        {options.map((option) => (
          <Checkbox key={option} size="xs" value={option} label={names[option]} iconColor="var(--on-accent)" />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
