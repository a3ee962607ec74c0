/**
 * Projects of the gallery with a base and a recorded run, each for one thing that no other shows. They are offered there alone, and no study of
 * all projects (`PRESETS`) measures them.
 */
import { CALCULATOR } from './problems/calculator.ts';
import { NOTEBOOK } from './communication/notebook.ts';
import { POSTS_PROJECT } from './coordination/posts.ts';
import type { Preset } from '../preset.ts';

/** By the name that `--preset` takes. */
export const SIDE_PROJECTS = { calculator: CALCULATOR, notebook: NOTEBOOK, posts: POSTS_PROJECT } satisfies Readonly<
  Record<string, Preset>
>;
export type SideProjectName = keyof typeof SIDE_PROJECTS;

export const isSideProject = (name: string): name is SideProjectName => Object.hasOwn(SIDE_PROJECTS, name);
