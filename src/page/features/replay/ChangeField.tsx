/** The field in which a change is written, of whichever kind it is. */
import { Button, NumberInput, Text, Textarea } from '@mantine/core';
import type { Change } from '../../../core/counterfactual/questions.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { MessageRecord } from '../../../core/episode/records.ts';
import type { Draft, Original } from './createReplay.ts';
import type { TeamNames } from '../../kit/lab/teamNames.ts';
import { VersionSelect } from '../../kit/lab/VersionSelect.tsx';
import { GAP, replayText } from '../../../words/words.ts';
import styles from './replay.module.css';
import { useTokenCount } from './useTokenCount.ts';

const words = replayText.change;
const BASE = 'base';

interface Props {
  readonly document: ProjectDocument;
  readonly message: MessageRecord | undefined;
  /** Name of the agent. */
  readonly name: string;
  readonly change: Change;
  readonly said: Original;
  readonly versions: readonly number[];
  readonly names: TeamNames;
  readonly onChange: (part: Partial<Omit<Draft, 'about'>>) => void;
}

export function ChangeField({ document, message, name, change, said, versions, names, onChange }: Props) {
  switch (change.kind) {
    case 'message':
      return (
        <Written
          label={words.text(name)}
          value={change.text}
          document={document}
          role={said.role}
          promptTokens={message?.prompt_ids.length ?? 0}
          changed={change.text !== said.text}
          onChange={(text) => onChange({ text })}
        />
      );
    case 'prompt':
      return (
        <Written
          label={words.prompt(name)}
          value={change.prompt}
          document={document}
          role={said.role}
          promptTokens={null}
          changed={change.prompt !== said.prompt}
          onChange={(prompt) => onChange({ prompt })}
        />
      );
    case 'temperature':
      return (
        <NumberInput
          w={220}
          label={words.temperature(name)}
          min={0.01}
          max={10}
          step={0.1}
          value={change.temperature}
          onChange={(value) => typeof value === 'number' && value > 0 && onChange({ temperature: value })}
        />
      );
    case 'adapter':
      return (
        <VersionSelect
          label={words.adapter(name)}
          versions={versions}
          names={names}
          automatic={{ value: BASE, label: words.base }}
          value={change.iteration ?? BASE}
          onChange={(adapter) => onChange({ adapter })}
        />
      );
  }
}

interface WrittenProps {
  readonly label: string;
  readonly value: string;
  readonly document: ProjectDocument;
  readonly role: string;
  /** Tokens of the message's prompt; null where the text is a part of it. */
  readonly promptTokens: number | null;
  readonly changed: boolean;
  /** Null: as it was. */
  readonly onChange: (value: string | null) => void;
}

function Written({ label, value, document, role, promptTokens, changed, onChange }: WrittenProps) {
  const count = useTokenCount(document, role, value);
  const most = document.team.agents.find((agent) => agent.role === role)?.sampling.maxNewTokens ?? Number.POSITIVE_INFINITY;
  const counted = typeof count === 'string' ? null : count;
  const sum = (counted?.tokens ?? 0) + (promptTokens ?? 0);
  const long = counted !== null && promptTokens !== null && counted.tokens > most;
  return (
    <div>
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={10}
        classNames={{ input: styles.written }}
        value={value}
        error={counted && sum > counted.context ? words.tooLong : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={styles.counts}>
        <Text size="xs" c="dimmed">
          {typeof count === 'string'
            ? words[count]
            : promptTokens === null
              ? words.promptTokens(count.tokens, count.context)
              : words.tokens(count.tokens, promptTokens, count.context)}
          {long && `${GAP}${words.longer(most)}`}
        </Text>
        {changed && (
          <Button flex="none" size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
            {words.restore}
          </Button>
        )}
      </div>
    </div>
  );
}
