/** Types of `showPage.mjs`, which runs where no TypeScript is installed. */
import type { Serving } from '../headless/kit/serving.ts';

export function showPage(folder: string, serving: Serving | null): Promise<void>;
