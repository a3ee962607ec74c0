/** The settings of the next run: where it runs, from which base, and how it learns. */
import { Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { teamSchema } from '../../core/document/schema.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { isActive, useEngine } from '../../stores/engine.ts';
import { BACKENDS } from '../../../workers/trainer/protocol.ts';
import { text } from '../text/text.ts';
import { BaseModelField } from './BaseModelField.tsx';
import { TrainingField } from './TrainingField.tsx';
import { TRAINING_FIELDS, type FieldKind, type TrainingPath } from './trainingFields.ts';

const CONTEXTS = teamSchema.shape.context.unwrap().options;

export function TrainingPanel() {
  const active = useEngine((state) => isActive(state.phase));
  return (
    <Stack gap="lg" p="sm">
      {active && (
        <Text size="xs" c="dimmed">
          {text.training.appliesNext}
        </Text>
      )}
      <Fieldset title={text.training.groups.place}>
        <BackendField />
        <BaseModelField />
        <ContextField />
      </Fieldset>
      {TRAINING_FIELDS.map(({ group, fields }) => (
        <Fieldset key={group} title={text.training.groups[group]}>
          {entriesOf(fields).map(([path, kind]) => (
            <TrainingField key={path} path={path} kind={kind} />
          ))}
        </Fieldset>
      ))}
    </Stack>
  );
}

function Fieldset({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Stack component="fieldset" gap={8} bd={0} p={0} m={0} miw={0}>
      <Text component="legend" size="sm" fw={650} mb={6}>
        {title}
      </Text>
      <SimpleGrid minColWidth="180px" autoFlow="auto-fill" spacing="sm" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </Stack>
  );
}

function BackendField() {
  const backend = useEngine((state) => state.backend);
  const choose = useEngine((state) => state.chooseBackend);
  return (
    <Select
      label={text.training.backend}
      description={text.training.backendHelp}
      value={backend}
      data={BACKENDS.map((value) => ({ value, label: text.training.backends[value] }))}
      onChange={(value) => {
        const known = BACKENDS.find((candidate) => candidate === value);
        if (known) choose(known);
      }}
    />
  );
}

function ContextField() {
  const context = useDocument((state) => state.document.team.context);
  return (
    <Select
      label={text.training.context}
      description={text.training.contextHelp}
      value={context}
      data={CONTEXTS.map((value) => ({ value, label: text.training.contexts[value] }))}
      onChange={(value) => {
        const known = CONTEXTS.find((candidate) => candidate === value);
        if (known) documentStore.getState().edit((document) => ({ ...document, team: { ...document.team, context: known } }));
      }}
    />
  );
}

function entriesOf(fields: Readonly<Partial<Record<TrainingPath, FieldKind>>>): [TrainingPath, FieldKind][] {
  return Object.entries(fields) as [TrainingPath, FieldKind][]; // keys of an object literal typed so above
}
