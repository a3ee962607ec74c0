/**
 * What the panels hold, apart from the page that is fetched first: canvas, charts, reader and editors bring libraries of their
 * own. What the first screen shows is asked for as soon as the page's own code runs, the rest when the page has time, so that
 * going to another place waits for nothing.
 */
import { type ComponentType, createElement, lazy, useState } from 'react';
import { whenIdle } from '../../kit/layout/whenIdle.ts';

/** A panel's content, fetched at once. */
function part(fetching: Promise<ComponentType>) {
  // Whoever draws it hears of a failure; nobody may be drawing it yet.
  fetching.catch(() => undefined);
  return lazy(async () => ({ default: await fetching }));
}

/**
 * A panel's content, fetched when it is drawn, or when the page has time. Once it is there it is drawn without waiting: what React
 * draws after a wait gives way to every other update, which during a run left the panel empty for seconds.
 */
function later(fetch: () => Promise<ComponentType>): ComponentType {
  let here: ComponentType | null = null;
  const get = async () => ({ default: (here = await fetch()) });
  whenIdle(() => void get().catch(() => undefined));
  const Waiting = lazy(get);
  return function Later() {
    const [Content] = useState(() => here ?? Waiting);
    return createElement(Content);
  };
}

export const TeamCanvas = part(import('../../features/team/canvas/TeamCanvas.tsx').then((module) => module.TeamCanvas));
export const TrainingCharts = part(import('../../features/charts/TrainingCharts.tsx').then((module) => module.TrainingCharts));
export const EpisodeReader = part(import('../../features/inspect/EpisodeReader.tsx').then((module) => module.EpisodeReader));
export const AgentEditor = part(import('../../features/team/agent/AgentEditor.tsx').then((module) => module.AgentEditor));
export const EnvironmentEditor = later(() =>
  import('../../features/environment/EnvironmentEditor.tsx').then((module) => module.EnvironmentEditor),
);
export const TrainingTabs = later(() => import('./TrainingTabs.tsx').then((module) => module.TrainingTabs));
