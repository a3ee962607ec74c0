/** Whom the team learns from: for each teacher a run of the library with one of its checkpoints, or a base, and whom it teaches. */
import { ActionIcon, Button, Group, Input, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { baseNameOf, teamBaseNames } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { type TeacherSettings, teacherSchema } from '../../../core/document/teacherSchema.ts';
import { teacherFingerprint } from '../../../core/formats/models/teacherFiles.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { libraryStore, useLibrary } from '../../state/library/library.ts';
import { useBaseGroups } from '../../state/settings/useBaseGroups.ts';
import { setSetting } from '../../state/settings/settingValues.ts';
import { COLON, settingsText } from '../../../words/words.ts';

const words = settingsText.teachers;
const set = (teachers: readonly TeacherSettings[]): string | null => setSetting('distillation.teachers', teachers);

/** Puts `next` in the place of a teacher, unless it has been edited while its adapters were looked at. */
function replace(index: number, teacher: TeacherSettings, next: TeacherSettings): void {
  const { teachers } = documentStore.getState().document.training.distillation;
  if (teachers[index] === teacher) set(teachers.with(index, next));
}

interface TeachersFieldProps {
  readonly label: ReactNode;
  readonly description: string | undefined;
  readonly error: string | null;
  readonly disabled: boolean;
}

export default function TeachersField({ label, description, error, disabled }: TeachersFieldProps) {
  const { teachers } = useDocument((state) => state.document.training.distillation);
  const roles = useDocument((state) => state.document.team.agents.map(({ role }) => role).join('\n')).split('\n');
  const named = new Set(teachers.flatMap(({ agents }) => agents));
  const free = roles.filter((role) => !named.has(role));
  const forAll = teachers.some(({ agents }) => agents.length === 0);
  const full = free.length === 0;
  return (
    <Stack gap={6} role="group" aria-label={settingsText.fields['distillation.teachers'].label}>
      <Input.Label component="div" size="xs">
        {label}
      </Input.Label>
      {teachers.map((teacher, index) => (
        // A teacher has no name of its own before one is chosen.
        <TeacherRow
          key={index}
          teacher={teacher}
          roles={roles}
          disabled={disabled}
          onChange={(next) => replace(index, teacher, next)}
          onRemove={() => set(teachers.filter((_, other) => other !== index))}
        />
      ))}
      <Button
        variant="default"
        size="compact-xs"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={disabled || full}
        onClick={() => set([...teachers, teacherSchema.parse(forAll ? { agents: free.slice(0, 1) } : {})])}
      >
        {words.add}
      </Button>
      {error && <Input.Error size="xs">{error}</Input.Error>}
      <Input.Description size="xs">{!disabled && full ? words.full : description}</Input.Description>
    </Stack>
  );
}

/** What is known of a run that teaches. */
type Found =
  | { readonly state: 'looking' | 'gone' | 'none' }
  | { readonly state: 'here'; readonly document: ProjectDocument; readonly versions: readonly number[] };

/** The run `id` and the iterations after which its adapters are kept; null while none is chosen. */
function useTeachingRun(id: string): Found | null {
  const kept = useLibrary(({ cards }) => cards.some((card) => card.id === id));
  const listed = useLibrary(({ status }) => status !== 'loading');
  const [found, setFound] = useState<{ readonly id: string; readonly what: Found } | null>(null);
  useEffect(() => {
    if (id === '' || !kept) return;
    let asked = true;
    const look = async (): Promise<Found> => {
      const { document } = await libraryStore.getState().load(id);
      const versions = await libraryStore.getState().versions(id);
      return versions.length === 0 ? { state: 'none' } : { state: 'here', document, versions };
    };
    void look()
      .catch((): Found => ({ state: 'gone' }))
      .then((what) => {
        if (asked) setFound({ id, what });
      });
    return () => {
      asked = false;
    };
  }, [id, kept]);
  if (id === '') return null;
  if (!kept) return { state: listed ? 'gone' : 'looking' };
  return found?.id === id ? found.what : { state: 'looking' };
}

interface TeacherRowProps {
  readonly teacher: TeacherSettings;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (teacher: TeacherSettings) => void;
  readonly onRemove: () => void;
}

const RUN = 'run:';
const BASE = 'base:';

function TeacherRow({ teacher, roles, disabled: locked, onChange, onRemove }: TeacherRowProps) {
  const cards = useLibrary((state) => state.cards);
  const bases = useBaseGroups(teacher.run === '' ? teacher.base : '');
  const found = useTeachingRun(teacher.run);
  const title = ({ name, project, iteration }: (typeof cards)[number]): string => `${name || project} · ${iteration}`;
  const teaching = cards.filter(({ phase, imported }) => phase !== 'running' && imported === undefined);
  const runs = teaching.map((card) => ({ value: RUN + card.id, label: title(card) }));
  // A run that is gone stays in sight, under the name it had.
  if (teacher.run !== '' && !runs.some(({ value }) => value === RUN + teacher.run))
    runs.push({ value: RUN + teacher.run, label: teacher.name || teacher.run });
  const [looking, setLooking] = useState<string | null>(null);
  const disabled = locked || looking !== null;
  const chosen =
    looking !== null ? RUN + looking : teacher.run !== '' ? RUN + teacher.run : teacher.base !== '' ? BASE + teacher.base : null;

  /** One edit, once it is known what the adapters are; where they cannot be read, what is wrong is said below, and by Train. */
  const choose = async (next: TeacherSettings, iteration: number | null): Promise<void> => {
    setLooking(next.run);
    onChange(await withAdapters(next, iteration, roles).catch(() => ({ ...next, iteration: iteration ?? 0, sha256: null })));
    setLooking(null);
  };
  const chooseTeacher = (value: string | null): void => {
    if (value?.startsWith(BASE)) onChange({ ...cleared(teacher), base: value.slice(BASE.length) });
    if (!value?.startsWith(RUN) || value === chosen) return;
    const run = value.slice(RUN.length);
    const card = cards.find(({ id }) => id === run);
    void choose({ ...cleared(teacher), run, name: card ? card.name || card.project : teacher.name }, null);
  };
  const taught = taughtBy(teacher, roles);
  const problem = looking !== null ? words.looking : problemOf(teacher, taught, found);
  return (
    <Stack gap={4} role="group" aria-label={`${words.teacher}${COLON}${teacher.name || teacher.base || words.choose}`}>
      <Group gap={6} align="end" wrap="wrap">
        <Select
          flex={1}
          miw={160}
          searchable
          disabled={disabled}
          label={words.teacher}
          placeholder={words.choose}
          data={[
            { group: words.runs, items: runs },
            { group: words.bases, items: bases.flatMap(({ items }) => items.map((name) => ({ value: BASE + name, label: name }))) },
          ].filter(({ items }) => items.length > 0)}
          value={chosen}
          onChange={chooseTeacher}
        />
        {found?.state === 'here' && (
          <>
            <Select
              w={110}
              disabled={disabled}
              label={words.after}
              data={found.versions.map(String).toReversed()}
              value={String(teacher.iteration)}
              onChange={(value) => value !== null && void choose(teacher, Number(value))}
            />
            <Select
              w={150}
              disabled={disabled}
              label={words.whose}
              data={[{ value: '', label: words.same }, ...found.document.team.agents.map(({ role }) => ({ value: role, label: role }))]}
              value={teacher.role}
              onChange={(role) => role !== null && void choose({ ...teacher, role }, teacher.iteration)}
            />
          </>
        )}
        <MultiSelect
          flex={1}
          miw={140}
          disabled={disabled}
          label={words.agents}
          placeholder={teacher.agents.length === 0 ? words.all : undefined}
          data={[...new Set([...roles, ...teacher.agents])]}
          value={teacher.agents}
          onChange={(agents) => {
            const next = { ...teacher, agents };
            onChange(found?.state === 'here' ? { ...next, base: baseFor(found.document, teacher.role, taughtBy(next, roles)) } : next);
          }}
        />
        <ActionIcon disabled={disabled} mb={4} aria-label={words.remove(teacher.name || teacher.base)} onClick={onRemove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </Group>
      {problem && (
        <Text size="xs" c={problem === words.looking ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
          {problem}
        </Text>
      )}
      {chosen === null && teaching.length === 0 && (
        <Text size="xs" c="dimmed" role="status">
          {words.none}
        </Text>
      )}
    </Stack>
  );
}

const cleared = ({ agents }: TeacherSettings): TeacherSettings => teacherSchema.parse({ agents });

/** The base that adapters of a run stand on, where its team stood on one base alone; that of `role` where it is named. */
function baseFor(document: ProjectDocument, role: string, taught: readonly string[]): string {
  const wanted = role === '' ? taught : [role];
  const agents = document.team.agents.filter((agent) => wanted.includes(agent.role));
  const names = new Set(agents.length > 0 ? agents.map((agent) => baseNameOf(document, agent)) : teamBaseNames(document));
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : '';
}

/** `teacher` with a run's adapters: those after `iteration`, of the newest that are kept where it is null, and what these are. */
async function withAdapters(teacher: TeacherSettings, iteration: number | null, roles: readonly string[]): Promise<TeacherSettings> {
  const { load, versions, adapters } = libraryStore.getState();
  const { document } = await load(teacher.run);
  const chosen = iteration ?? (await versions(teacher.run)).at(-1);
  const base = baseFor(document, teacher.role, taughtBy(teacher, roles));
  if (chosen === undefined) return { ...teacher, base };
  // Noted, so that others under their name are told.
  return { ...teacher, base, iteration: chosen, sha256: teacherFingerprint(await adapters(teacher.run, chosen)) };
}

const taughtBy = ({ agents }: TeacherSettings, roles: readonly string[]): readonly string[] => (agents.length === 0 ? roles : agents);

function problemOf(teacher: TeacherSettings, taught: readonly string[], found: Found | null): string | null {
  if (!found) return null;
  if (found.state === 'looking') return words.looking;
  if (found.state === 'gone') return words.gone(teacher.name || teacher.run);
  if (found.state !== 'here') return words.noAdapters;
  if (!found.versions.includes(teacher.iteration)) return words.notHere(teacher.iteration);
  if (teacher.role !== '') return null;
  const missing = taught.filter((role) => !found.document.team.agents.some((agent) => agent.role === role));
  return missing.length > 0 ? words.otherTeam(missing) : null;
}
