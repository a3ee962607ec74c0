/** The parts of the Learn place, in the order of their tabs. Each is fetched when it is first opened; its name is in `words/en/learn/learn.ts`. */
import { type ComponentType } from 'react';
import type { LearnTab } from '../../state/address/learnStore.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

interface LearnPart {
  readonly Content: ComponentType;
  /** Whether it takes the whole width, instead of lines no longer than one reads. */
  readonly wide?: boolean;
}

const part = (fetch: () => Promise<ComponentType>) => lazyPart(async () => ({ default: await fetch() }));

const trainedHere = () => import('../../features/runs/sweeps/TrainedHere.tsx');

export const LEARN_TABS = {
  lessons: { Content: part(() => import('../../features/lessons/LessonList.tsx').then((module) => module.LessonList)), wide: true },
  choice: { Content: part(() => import('../../features/explorables/ChoicePage.tsx').then((module) => module.ChoicePage)), wide: true },
  credit: { Content: part(() => import('../../features/explorables/CreditPage.tsx').then((module) => module.CreditPage)), wide: true },
  argument: {
    Content: part(() => import('../../features/explorables/ArgumentPage.tsx').then((module) => module.ArgumentPage)),
    wide: true,
  },
  challenges: {
    Content: part(() => import('../../features/challenges/ChallengesPage.tsx').then((module) => module.ChallengesPage)),
    wide: true,
  },
  museum: {
    Content: part(async () => {
      const [{ MuseumPage }, { TrainedHere }] = await Promise.all([import('../../features/museum/MuseumPage.tsx'), trainedHere()]);
      return () => <MuseumPage TrainedHere={TrainedHere} />;
    }),
    wide: true,
  },
  miniature: {
    Content: part(async () => {
      const page = import('../../features/museum/miniature/MiniaturePage.tsx');
      const [{ MiniaturePage }, { TrainedHere }] = await Promise.all([page, trainedHere()]);
      return () => <MiniaturePage TrainedHere={TrainedHere} />;
    }),
    wide: true,
  },
  test: { Content: part(() => import('../../features/lessons/test/TestPage.tsx').then((module) => module.TestPage)), wide: true },
  teachers: {
    Content: part(() => import('../../features/lessons/teachers/TeachersPage.tsx').then((module) => module.TeachersPage)),
    wide: true,
  },
  guide: { Content: part(() => import('./Guide.tsx').then((module) => module.Guide)) },
  docs: { Content: part(() => import('../../features/docs/DocsPage.tsx').then((module) => module.DocsPage)), wide: true },
  examples: {
    Content: part(async () => {
      const { Gallery } = await import('../../features/projects/gallery/Gallery.tsx');
      return () => <Gallery onStarted={() => cursorStore.getState().move({ place: 'team' })} />;
    }),
    wide: true,
  },
  words: { Content: part(() => import('./Glossary.tsx').then((module) => module.Glossary)) },
  keys: { Content: part(() => import('../commands/KeysDialogue.tsx').then((module) => module.KeyTable)) },
} satisfies Readonly<Record<LearnTab, LearnPart>>;
