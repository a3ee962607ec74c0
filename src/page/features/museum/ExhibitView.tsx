/** One exhibit: the line of maths, what the code did, the number it changes, what it did to a team, and how one would notice. */
import { Anchor, Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Exhibit } from '../../../core/museum/exhibits.ts';
import { Markdown } from '../../kit/lessons/Markdown.tsx';
import { museumText as words } from '../../../words/words.ts';
import type { TrainedHerePart } from '../../kit/runs/trainedHere.ts';
import { CodeLines } from './CodeLines.tsx';
import { EffectPart } from './EffectPart.tsx';
import { compareExhibit, labelOf, sweepIdOf, tryExhibit } from './museumActions.ts';
import styles from './museum.module.css';
import { NumbersTable } from './NumbersTable.tsx';

export function ExhibitView({ exhibit, TrainedHere }: { readonly exhibit: Exhibit; readonly TrainedHere: TrainedHerePart }) {
  const { id } = exhibit;
  const told = words.exhibits[id];
  return (
    <article className={styles.exhibit} aria-label={labelOf(id)}>
      <header className={styles.head}>
        <div>
          <Title order={3} fz="lg">
            {labelOf(id)}
          </Title>
          <Text size="sm">{told.gist}</Text>
          <Source exhibit={exhibit} />
        </div>
        <div className={styles.buttons}>
          <Button title={words.tryHelp} onClick={() => void tryExhibit(exhibit)}>
            {words.tryIt}
          </Button>
          <Button variant="default" title={words.compareHelp} onClick={() => void compareExhibit(exhibit)}>
            {words.compare}
          </Button>
        </div>
      </header>
      <div className={styles.lines}>
        <Part title={words.parts.maths}>
          <pre className={styles.code} tabIndex={0} aria-label={words.parts.maths}>
            {told.maths}
          </pre>
        </Part>
        <Part title={words.parts.code}>
          <CodeLines lines={told.code} />
        </Part>
      </div>
      <Markdown>{told.says}</Markdown>
      <Part title={words.parts.table}>
        <NumbersTable id={id} />
      </Part>
      <Part title={words.parts.effect}>
        <EffectPart exhibit={exhibit} />
      </Part>
      <TrainedHere sweep={sweepIdOf(id)} />
      <div className={styles.pair}>
        <Part title={words.parts.bites}>
          <Markdown>{told.bites}</Markdown>
        </Part>
        <Part title={words.parts.notice}>
          <Markdown>{told.notice}</Markdown>
        </Part>
      </div>
    </article>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.part}>
      <Title order={4} fz="sm" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Source({ exhibit: { origin, quirk, file, known } }: { readonly exhibit: Exhibit }) {
  const { text, url } = words.repository[origin];
  return (
    <Text size="xs" c="dimmed">
      {quirk && `${quirk} · `}
      <Anchor href={url} target="_blank" rel="noreferrer" fz="inherit" c="inherit" underline="always">
        {text}
      </Anchor>
      {` · ${file ?? words.noFile} · ${words.known[known]}`}
    </Text>
  );
}
