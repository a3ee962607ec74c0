/** The chosen server: what it calls the team's base, what it can, and what it refuses of the project at hand. */
import { Button, Group, Loader, Select, Stack, Text } from '@mantine/core';
import type { ForwardedServer } from '../../../../core/served.ts';
import { documentStore, useDocument } from '../../../state/document/document.ts';
import { engineStore, isActive, useEngine } from '../../../state/engine/engine.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { FaultRows } from '../../../kit/refused/FaultRows.tsx';
import { goToSubject } from '../../../kit/refused/goToSubject.ts';
import { CLAUSE, END, servedText as words } from '../../../../words/words.ts';
import styles from './served.module.css';
import { useFound } from './useFound.ts';

/** `token`: whether one goes along. */
export function ServerFound({ server, token }: { readonly server: ForwardedServer; readonly token: boolean }) {
  const { found, fault, asking, ask } = useFound(server);
  const busy = useEngine((state) => isActive(state.phase));
  return (
    <section aria-label={words.region} className={styles.server} data-server>
      <Group gap="4px 12px" justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words.at(server.url)}
          {token && `${CLAUSE}${words.token}`}
          {END}
        </Text>
        <Button size="compact-xs" variant="default" disabled={asking || busy} onClick={() => ask(true)}>
          {words.ask}
        </Button>
      </Group>
      <ModelField server={server} bases={found?.bases ?? []} />
      <Stack gap={6} role="status">
        {busy ? (
          <Text size="xs" c="dimmed">
            {words.busy}
          </Text>
        ) : asking ? (
          <Group gap={8} wrap="nowrap">
            <Loader size={14} />
            <Text size="xs" c="dimmed">
              {words.asking}
            </Text>
          </Group>
        ) : (
          found?.refused.length === 0 && <Text size="sm">{words.fine}</Text>
        )}
      </Stack>
      {fault && !asking && <FaultList faults={[fault]} />}
      {found && found.refused.length > 0 && (
        <Stack gap={6}>
          <Text size="sm" fw={600}>
            {words.refused(found.refused.length)}
          </Text>
          <FaultRows
            faults={found.refused}
            label={words.refused(found.refused.length)}
            onChange={(subject) => goToSubject(documentStore.getState().document, subject)}
          />
        </Stack>
      )}
      {found && (
        <details>
          <summary className={styles.summary}>{words.can}</summary>
          <dl className={styles.facts}>
            {found.facts.map(([name, value]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <Text size="xs" c="dimmed">
        {words.unknown}
      </Text>
    </section>
  );
}

/** Which of the server's models is the team's base; the project's own name is one that it may have. */
function ModelField({ server, bases }: { readonly server: ForwardedServer; readonly bases: readonly string[] }) {
  const base = useDocument((state) => state.document.team.base);
  const names = [...new Set([base, ...bases, ...(server.model === null ? [] : [server.model])])];
  return (
    <Select
      label={words.model}
      labelProps={{ fw: 400 }}
      description={words.modelHelp(base)}
      allowDeselect={false}
      value={server.model ?? base}
      data={names.map((value) => ({ value, label: value === base && !bases.includes(base) ? words.sameName(base) : value }))}
      onChange={(model) => engineStore.getState().chooseServer({ url: server.url, model: model === base ? null : model })}
    />
  );
}
