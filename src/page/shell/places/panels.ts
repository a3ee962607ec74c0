/**
 * What the panels hold, apart from the page that is fetched first: canvas, charts, reader and editors bring libraries of their
 * own. What the first screen shows is asked for as soon as the page's own code runs, the rest when that is there and the page has
 * time, so that going to another place waits for nothing.
 */
import { type ComponentType, createElement, useState } from 'react';
import { whenIdle } from '../../state/opening/firstScreen.ts';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

type Screen = typeof import('./firstScreen.ts');

let screen: Promise<Screen> | null = null;
const whenHere: ((screen: Screen) => void)[] = [];

/** What is seen first; asked for anew where it could not be fetched. */
function fetchScreen(): Promise<Screen> {
  if (!screen) {
    screen = import('./firstScreen.ts');
    screen.then(
      (here) => {
        for (const tell of whenHere.splice(0)) tell(here);
      },
      // Whoever draws a part of it hears of the failure; nobody may be drawing it yet.
      () => {
        screen = null;
      },
    );
  }
  return screen;
}

/** What is seen first, fetched at once: this may fail, and a later attempt may not. */
export const screenParts = fetchScreen();

/** Calls `listener` once it is here, however often it has to be asked for. */
export function whenScreen(listener: (screen: Screen) => void): void {
  void fetchScreen().then(listener, () => void whenHere.push(listener));
}

/** A part of it. */
export const part = (pick: (screen: Screen) => ComponentType) => lazyPart(async () => ({ default: pick(await fetchScreen()) }));

/**
 * A panel's content, fetched when it is drawn, or when the page has time. Once it is there it is drawn without waiting: what React
 * draws after a wait gives way to every other update, which during a run left the panel empty for seconds.
 */
function later(fetch: () => Promise<ComponentType>): ComponentType {
  let here: ComponentType | null = null;
  const get = async () => ({ default: (here = await fetch()) });
  whenIdle(() => void get().catch(() => undefined));
  const Waiting = lazyPart(get);
  return function Later() {
    const [Content] = useState(() => here ?? Waiting);
    return createElement(Content);
  };
}

export const TeamCanvas = part((screen) => screen.TeamCanvas);
export const TrainingCharts = part((screen) => screen.TrainingCharts);
export const EpisodeReader = part((screen) => screen.EpisodeReader);
export const AgentEditor = part((screen) => screen.AgentEditor);
export const EnvironmentEditor = later(() =>
  import('../../features/environment/EnvironmentEditor.tsx').then((module) => module.EnvironmentEditor),
);
export const TrainingTabs = later(() => import('./TrainingTabs.tsx').then((module) => module.TrainingTabs));
