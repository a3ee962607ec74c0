/** The golden cases from disk. */
import { join } from 'node:path';
import { readFolder } from '../../../headless/kit/folders.ts';
import { GOLDEN_CASES, type GoldenCase, type LoadedCase, readGolden } from './golden.ts';

export const loadGolden = (name: GoldenCase): LoadedCase => readGolden(name, readFolder(join(import.meta.dirname, '../../golden', name)));

export const loadAllGolden = (): LoadedCase[] => GOLDEN_CASES.map(loadGolden);
