/** The two kinds of panel, and what each panel of the places holds. */
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { text } from '../../../words/words.ts';
import { useCursor } from '../../state/address/cursor.ts';
import { Guard, placeWithin } from '../../kit/notices/Guard.tsx';
import { AgentEditor, EnvironmentEditor, EpisodeReader, TeamCanvas, TrainingCharts, TrainingTabs } from './panels.ts';

interface SectionProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** What a panel is called beyond its place; some stand in several places. */
function usePlaceOf(label: string): string {
  const { name } = text.shell.place[useCursor((state) => state.place)];
  return name === label ? name : placeWithin(name, label);
}

/** A panel that is a landmark of its own. */
export function Section({ label, children }: SectionProps) {
  const place = usePlaceOf(label);
  return (
    <section className="panel" aria-label={label}>
      <VisuallyHidden component="h2">{label}</VisuallyHidden>
      <Guard place={place}>
        <Suspense fallback={null}>{children}</Suspense>
      </Guard>
    </section>
  );
}

/** A panel whose content brings its own landmark; it scrolls. */
export function Frame({ label, children }: SectionProps) {
  const place = usePlaceOf(label);
  return (
    <div className="panel">
      <VisuallyHidden component="h2">{label}</VisuallyHidden>
      <div className="panel-body">
        <Guard place={place}>
          <Suspense fallback={null}>{children}</Suspense>
        </Guard>
      </div>
    </div>
  );
}

export function Canvas() {
  return (
    <Section label={text.shell.canvas}>
      <TeamCanvas />
    </Section>
  );
}

export function Agent() {
  return (
    <Section label={text.shell.agent}>
      <div className="panel-body">
        <AgentEditor />
      </div>
    </Section>
  );
}

export function Environment() {
  return (
    <Section label={text.shell.place.environment.name}>
      <div className="panel-body">
        <EnvironmentEditor />
      </div>
    </Section>
  );
}

export function Training() {
  return (
    <Section label={text.shell.place.training.name}>
      <TrainingTabs />
    </Section>
  );
}

export function Charts() {
  return (
    <Frame label={text.shell.charts}>
      <TrainingCharts />
    </Frame>
  );
}

export function Episodes() {
  return (
    <Frame label={text.shell.episodes}>
      <EpisodeReader />
    </Frame>
  );
}
