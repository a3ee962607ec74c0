import { readFileSync, readdirSync } from 'node:fs';
import type { TeamFile } from '../../../../../src/core/formats/teams/read.ts';

const FOLDER = 'test/golden/teams';

export const teamFile = (name: string): TeamFile => ({ name, text: readFileSync(`${FOLDER}/${name}`, 'utf8') });

/** All files of a folder there, by their paths in it. */
export function crewFiles(folder: string): TeamFile[] {
  const paths = readdirSync(`${FOLDER}/${folder}`, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path));
  return paths.map((path) => ({ name: path, text: readFileSync(`${FOLDER}/${folder}/${path}`, 'utf8') }));
}
