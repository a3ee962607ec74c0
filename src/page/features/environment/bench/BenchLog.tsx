/** The episode on the bench turn by turn: what was read, what was said, what it paid. */
import { Table, Text } from '@mantine/core';
import type { PerRole, StepResult } from '../../../../core/environment/contract.ts';
import type { Moment } from '../../../../core/trial/stepping.ts';
import type { TextTurn } from '../../../../core/trial/textEpisode.ts';
import { useBench } from './bench.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { SkillBars } from '../../../kit/figures/SkillBars.tsx';
import { benchText as words, COMMA } from '../../../../words/words.ts';
import { agentIndex } from '../../../kit/figures/lineStyle.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import styles from './bench.module.css';

export function BenchLog({ moment: { turns, ending } }: { readonly moment: Moment }) {
  const horizon = useBench((state) => state.document?.training.horizon ?? 1);
  return turns.map((turn, number) => (
    <div key={number}>
      {(horizon > 1 || turns.length > 1) && (
        <Text size="xs" fw={600} c="dimmed">
          {words.turn(number)}
        </Text>
      )}
      <Turn turn={turn} isCut={ending === 'horizon' && number === turns.length - 1} />
    </div>
  ));
}

interface TurnProps {
  readonly turn: TextTurn;
  /** Whether the horizon ended the episode here. */
  readonly isCut: boolean;
}

function Turn({ turn: { observation, messages, result, transition }, isCut }: TurnProps) {
  const document = useBench((state) => state.document);
  const scheme = useScheme();
  const colorOf = (role: string): string => agentColor(document ? agentIndex(document, role) : -1, scheme);
  return (
    <Table fz="xs" verticalSpacing={3} withRowBorders={false}>
      <Table.Tbody>
        {perRole(observation).map(([whose, value]) => (
          <Row key={`observation ${whose}`} name={named(words.observation, whose)} value={value} />
        ))}
        {messages.map((message, index) => (
          <Row
            key={`message ${index}`}
            name={words.says(message.role)}
            note={message.earned === undefined ? undefined : words.earned(message.earned)}
            value={message.text === '' ? words.nothingSaid : message.text}
            color={colorOf(message.role)}
          />
        ))}
        {result && <Result result={result} isCut={isCut} />}
        {transition !== '' && <Row name={words.transition} value={transition} />}
      </Table.Tbody>
    </Table>
  );
}

function Result({ result, isCut }: { readonly result: StepResult; readonly isCut: boolean }) {
  const { reward, terminated, truncated, info, skills } = result;
  const flags = [...(terminated ? [words.terminated] : []), ...(truncated ? [words.truncated] : [])];
  return (
    <>
      {perRole(reward).map(([whose, value]) => (
        <Row key={`reward ${whose}`} name={named(words.reward, whose)} value={String(value)} />
      ))}
      <Row name={words.ends} value={flags.length > 0 ? flags.join(COMMA) : isCut ? words.endings.horizon : words.goesOn} />
      {skills && Object.keys(skills).length > 0 && (
        <Table.Tr>
          <Table.Th className={styles.name}>{words.skills}</Table.Th>
          <Table.Td colSpan={2}>
            <SkillBars skills={skills} />
          </Table.Td>
        </Table.Tr>
      )}
      {Object.entries(info ?? {}).map(([name, value]) => (
        <Row
          key={`info ${name}`}
          name={named(words.info, name)}
          value={typeof value === 'number' ? formatNumber(value) : JSON.stringify(value)}
        />
      ))}
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly color?: string;
  readonly note?: string;
}

function Row({ name, value, color, note }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th className={styles.name} c={color}>
        {name}
      </Table.Th>
      <Table.Td className={styles.value} colSpan={note === undefined ? 2 : 1}>
        {value}
      </Table.Td>
      {note !== undefined && (
        <Table.Td c="dimmed" ta="right">
          {note}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** One entry for all, or one per role; the name is empty when it is for all. */
function perRole<T extends string | number>(value: PerRole<T>): [string, T][] {
  return typeof value === 'object' ? Object.entries(value) : [['', value]];
}

const named = (what: string, whose: string): string => (whose === '' ? what : words.of(what, whose));
