/** A team from another project: what the file has, what becomes of it here, what is left behind and what is assumed; then it is taken over. */
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { importTeam, speakers, type ImportedTeam } from '../../../../../core/editing/importTeam.ts';
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import { type Fault, faultFrom, worded } from '../../../../../core/faults.ts';
import { readTeams } from '../../../../../core/formats/teams/read.ts';
import type { ForeignTeam } from '../../../../../core/formats/teams/team.ts';
import { textOf } from '../../../../../core/askStorage.ts';
import { COMMA, teamInText } from '../../../../../words/words.ts';
import { useDocument } from '../../../../state/document/document.ts';
import { chooseFile } from '../../../../kit/files/chooseFile.ts';
import { foreignTeamStore } from './foreignTeam.ts';
import { NoteList } from './NoteList.tsx';
import { TeamNodes } from './TeamNodes.tsx';
import { TeamSketch } from './TeamSketch.tsx';
import { beginWithTeam, takeTeam } from './takeOver.ts';
import styles from './teamIn.module.css';

const words = teamInText.dialogue;

export function TeamInDialogue({ onClose }: { readonly onClose: () => void }) {
  const { files, teams } = useStore(foreignTeamStore);
  const [index, setIndex] = useState(0);
  const [fault, setFault] = useState<Fault | null>(null);
  const team = teams[index] ?? teams[0];
  if (!team) return <Text size="sm">{words.gone}</Text>;
  const add = (): void =>
    chooseFile('.yaml,.yml,.json,.jsonc', (file) => {
      void textOf(file)
        .then((text) => {
          const all = [...files.filter(({ name }) => name !== file.name), { name: file.name, text }];
          foreignTeamStore.setState({ files: all, teams: readTeams(all) });
          setFault(null);
        })
        .catch((error: unknown) => setFault(faultFrom(error)));
    });
  return (
    <Stack gap="sm">
      <Group gap="sm" align="end">
        <Text size="sm" flex={1}>
          {words.found(teamInText.sources[team.source], files.map(({ name }) => name).join(COMMA))}
        </Text>
        {team.source === 'crewai' && (
          <Button size="compact-sm" variant="default" title={words.addHelp} onClick={add}>
            {words.add}
          </Button>
        )}
      </Group>
      {teams.length > 1 && (
        <NativeSelect
          label={words.which}
          value={String(index)}
          onChange={(event) => setIndex(Number(event.currentTarget.value))}
          data={teams.map(({ name, nodes }, at) => ({ value: String(at), label: name ?? nodes.map(({ id }) => id).join(COMMA) }))}
        />
      )}
      {fault && <FaultAlert fault={fault} />}
      <OneTeam key={`${index} ${files.length}`} team={team} onClose={onClose} />
    </Stack>
  );
}

function OneTeam({ team, onClose }: { readonly team: ForeignTeam; readonly onClose: () => void }) {
  const document = useDocument((state) => state.document);
  const [taken, setTaken] = useState<ReadonlySet<string>>(() => new Set(speakers(team)));
  const [refused, setRefused] = useState<Fault | null>(null);
  const made = useMemo(() => attempt(team, document, taken), [team, document, taken]);
  const toggle = (id: string): void => {
    const next = new Set(taken);
    if (!next.delete(id)) next.add(id);
    setTaken(next);
  };
  const finish = (take: (made: ImportedTeam, team: ForeignTeam) => Fault | null): void => {
    if ('code' in made) return;
    const fault = take(made, team);
    if (fault) setRefused(fault);
    else onClose();
  };
  const ready = !('code' in made);
  const notes = ready ? made.notes : team.notes;
  return (
    <>
      <TeamNodes team={team} taken={taken} roles={ready ? made.roles : new Map()} onToggle={toggle} />
      {ready ? <TeamSketch team={made.document.team} back={made.back} /> : <FaultAlert fault={made} />}
      <NoteList notes={notes.filter(({ guess }) => !guess)} title={words.unmatched} />
      <NoteList notes={notes.filter(({ guess }) => guess)} title={words.guesses} />
      {refused && <FaultAlert fault={refused} />}
      <div className={styles.foot}>
        <Text size="xs" c="dimmed">
          {words.keeps(document.name)}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={!ready} onClick={() => finish(beginWithTeam)}>
            {words.begin}
          </Button>
          <Button disabled={!ready} onClick={() => finish(takeTeam)}>
            {words.use}
          </Button>
        </Group>
      </div>
    </>
  );
}

function attempt(team: ForeignTeam, document: ProjectDocument, taken: ReadonlySet<string>): ImportedTeam | Fault {
  try {
    return importTeam(team, document, taken);
  } catch (error) {
    return faultFrom(error);
  }
}

function FaultAlert({ fault }: { readonly fault: Fault }) {
  const { message, hint } = worded(fault);
  return (
    <Alert color="red" variant="light" py={8} role="alert">
      <Text size="sm">{message}</Text>
      {hint && <Text size="xs">{hint}</Text>}
    </Alert>
  );
}
