/** The environment's state at a moment: rendered by the environment itself, as a tree that opens and closes, or as text. */
import { Code, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { Json } from '../../../../core/json.ts';
import type { Moment } from '../../../../core/trial/stepping.ts';
import { benchText as words } from '../../../../words/words.ts';
import styles from './bench.module.css';

/** Entries of one list or object that are shown; a state of thousands would make the page slow. */
const MOST = 200;

/** A text that the environment made of the state; nothing where it makes none. */
function Told({ heading, text: told }: { readonly heading: string; readonly text: string | null }) {
  if (told === null) return null;
  return (
    <div>
      <Text size="xs" fw={650}>
        {heading}
      </Text>
      <Code block fz="xs" mah={220} style={{ overflow: 'auto' }} tabIndex={0}>
        {told}
      </Code>
    </div>
  );
}

export function StateView({ moment: { state, render, privileged } }: { readonly moment: Moment }) {
  const [form, setForm] = useState<'tree' | 'text'>('tree');
  return (
    <>
      <Told heading={words.rendered} text={render} />
      <Told heading={words.privileged} text={privileged} />
      <details open>
        <summary className={styles.summary}>{words.state}</summary>
        <Group justify="end" mb={4}>
          <SegmentedControl
            size="xs"
            aria-label={words.stateView}
            value={form}
            data={[
              { value: 'tree', label: words.asTree },
              { value: 'text', label: words.asText },
            ]}
            onChange={(value) => setForm(value === 'text' ? 'text' : 'tree')}
          />
        </Group>
        {form === 'text' ? (
          <Code block fz="xs" mah={320} style={{ overflow: 'auto' }} tabIndex={0}>
            {JSON.stringify(state, null, 2)}
          </Code>
        ) : (
          <div className={styles.tree}>
            <Node value={state} />
          </div>
        )}
      </details>
    </>
  );
}

function Node({ name, value }: { readonly name?: string; readonly value: Json }) {
  const label = name === undefined ? null : <span className={styles.key}>{name}: </span>;
  if (value === null || typeof value !== 'object') {
    return (
      <div>
        {label}
        <span data-type={typeof value}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) {
    return (
      <div>
        {label}
        {open}
        {close}
      </div>
    );
  }
  return (
    // What is at the top is what one looks for; deeper lists open on demand.
    <details open={name === undefined || entries.length <= 8}>
      <summary>
        {label}
        <span className={styles.count}>
          {open} {words.entries(entries.length)} {close}
        </span>
      </summary>
      <div className={styles.branch}>
        {entries.slice(0, MOST).map(([key, entry]) => (
          <Node key={key} name={key} value={entry} />
        ))}
        {entries.length > MOST && <div>…</div>}
      </div>
    </details>
  );
}
