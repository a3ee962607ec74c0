/** Projects, links, agents on the clipboard, role profiles and teams of other projects. */
import { deflateSync } from 'fflate';
import { clipText, parseClip, pasteClip } from '../../../src/core/editing/clipboard.ts';
import { readAgentFile } from '../../../src/core/editing/agentFile.ts';
import { importProfiles } from '../../../src/core/editing/profiles.ts';
import { importTeam } from '../../../src/core/editing/importTeam.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { recogniseFile } from '../../../src/core/formats/runs/recognise.ts';
import { readTeams } from '../../../src/core/formats/teams/read.ts';
import { toBase64Url } from '../../../src/core/share/base64url.ts';
import { linkHash, readLink } from '../../../src/core/share/share.ts';
import { shortForm } from '../../../src/core/share/shortForm.ts';
import type { Format } from './format.ts';
import { mutated } from './mutations.ts';
import { bytesOf, documents, golden, once, projects, shipped, textOf } from './samples.ts';

const project: Format = {
  name: 'project',
  read(draws) {
    const bytes = mutated(draws.pick(projects()), 'text', draws, draws.pick(projects()));
    const found = recogniseFile('given.json', bytes);
    if (found.kind === 'project') return parseDocument(found.value);
    return parseDocument(textOf(bytes));
  },
};

/** Half of them are packed soundly, with a mutant inside. */
const link: Format = {
  name: 'link',
  read(draws) {
    const document = draws.pick(documents());
    if (draws.chance(0.5)) {
      const inside = mutated(bytesOf(JSON.stringify(shortForm(document))), 'text', draws);
      return readLink(`#p=1.${toBase64Url(deflateSync(inside, { level: 1 }))}`, shipped());
    }
    return readLink(`#${textOf(mutated(bytesOf(linkHash(document, shipped()).slice(1)), 'bytes', draws))}`, shipped());
  },
};

const clipboard: Format = {
  name: 'clipboard',
  read(draws) {
    const document = draws.pick(documents());
    const roles = document.team.agents.map(({ role }) => role);
    const text = textOf(mutated(bytesOf(clipText(document, roles, {})), 'text', draws));
    const into = draws.pick(documents());
    if (draws.chance(0.3)) return readAgentFile(text, into, into.team.agents[0]?.role ?? '');
    const clip = parseClip(text);
    return pasteClip(
      into,
      clip,
      clip.agents.map(() => ({ x: 0, y: 0 })),
    );
  },
};

const profileFiles = once(() => Object.entries(golden('profiles')).filter(([path]) => path.endsWith('.json')));

const profiles: Format = {
  name: 'profiles',
  read(draws) {
    const [, bytes] = draws.pick(profileFiles());
    return importProfiles(textOf(mutated(bytes, 'text', draws, draws.pick(profileFiles())[1])), draws.pick(documents()));
  },
};

const teamFiles = once(() => Object.entries(golden('teams')).filter(([path]) => path !== 'expected.json'));

const team: Format = {
  name: 'team of another project',
  read(draws) {
    const [name, bytes] = draws.pick(teamFiles());
    const text = textOf(mutated(bytes, 'text', draws, draws.pick(teamFiles())[1]));
    return readTeams([{ name, text }]).map((found) => importTeam(found, draws.pick(documents())));
  },
};

export const PROJECT_FORMATS: readonly Format[] = [project, link, clipboard, profiles, team];
