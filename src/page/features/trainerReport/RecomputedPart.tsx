/** GAE recomputed with settings that a person gives, beside what the trainer recorded. */
import { Group, NumberInput, Select, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { Recomputed, RecomputeSettings } from '../../../core/credit/recomputedGae.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { trainerReportText } from '../../../words/words.ts';
import { pointAt } from './pointAt.ts';
import styles from './trainerReport.module.css';

const words = trainerReportText.gae;
/** Tokens that are listed. */
const LISTED = 10;

interface Props {
  readonly recomputed: Recomputed | null;
  readonly settings: RecomputeSettings;
  readonly onChange: (settings: RecomputeSettings) => void;
}

export function RecomputedPart({ recomputed, settings, onChange }: Props) {
  if (!recomputed)
    return (
      <Stack gap={2} component="section" aria-label={words.heading}>
        <h3 className={styles.heading}>{words.heading}</h3>
        <Text size="sm" c="dimmed">
          {words.needs}
        </Text>
      </Stack>
    );
  const { count, mean, largest, fit, tokens } = recomputed;
  const set = (name: 'gamma' | 'lambda') => (value: string | number) =>
    typeof value === 'number' && onChange({ ...settings, [name]: value });
  return (
    <Stack gap="xs" component="section" aria-label={words.heading}>
      <h3 className={styles.heading}>{words.heading}</h3>
      <Text size="sm" c="dimmed">
        {words.help}
      </Text>
      <Group gap="sm" align="end">
        {(['gamma', 'lambda'] as const).map((name) => (
          <NumberInput key={name} label={words[name]} value={settings[name]} min={0} max={1} step={0.01} maw={110} onChange={set(name)} />
        ))}
        <Select
          label={words.chain}
          data={Object.entries(words.chains).map(([value, label]) => ({ value, label }))}
          value={settings.chain}
          allowDeselect={false}
          onChange={(chain) => chain && onChange({ ...settings, chain: chain === 'team' ? 'team' : 'message' })}
        />
      </Group>
      <Text size="sm">{words.says(count, formatNumber(mean), formatNumber(largest))}</Text>
      {!Number.isNaN(fit.explained) && (
        <Text size="sm">{words.fit(formatNumber(fit.slope), formatSigned(fit.offset), formatNumber(fit.explained * 100))}</Text>
      )}
      {largest > 0 && (
        <Table.ScrollContainer minWidth={420}>
          <Table className="tabular" withRowBorders verticalSpacing={2} aria-label={words.table}>
            <Table.Thead>
              <Table.Tr>
                {Object.entries(words.columns).map(([name, title]) => (
                  <Table.Th key={name}>{title}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.slice(0, LISTED).map((token) => (
                <Table.Tr key={`${token.episode} ${token.message} ${token.token}`}>
                  <Table.Td>{token.episode}</Table.Td>
                  <Table.Td>{token.message + 1}</Table.Td>
                  <Table.Td>
                    <UnstyledButton className={styles.link} onClick={() => pointAt(token)}>
                      {token.token + 1}
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td>{formatSigned(token.recorded)}</Table.Td>
                  <Table.Td>{formatSigned(token.recomputed)}</Table.Td>
                  <Table.Td>{formatSigned(token.recorded - token.recomputed)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
