import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  addAgent,
  connect,
  moveAgent,
  removeAgent,
  renameAgent,
  setEnvironmentSource,
  setPrompt,
} from '../../../../src/core/editing/edits.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import { PRESETS, type PresetName } from '../../../../src/core/document/presets/presets.ts';
import { DOCUMENT_VERSION, type ProjectDocument } from '../../../../src/core/document/schema.ts';
import { applySettingsPreset, SETTINGS_PRESET_NAMES } from '../../../../src/core/editing/settingsPresets.ts';
import { carriesProject, environmentNamed, linkHash, LONG_LINK, MAX_LINK_CHARACTERS, readLink } from '../../../../src/core/share/share.ts';
import { SCHEMA_DEFAULTS, shortForm } from '../../../../src/core/share/shortForm.ts';
import { teacherViewSchema } from '../../../../src/core/share/teach.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import { fromBase64Url, toBase64Url } from '../../../../src/core/share/base64url.ts';
import { sha256 } from '../../../../src/core/sha256.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';

const SHIPPED = BUILTIN_ENVIRONMENTS.map(({ id }) => ({ id, source: environmentSource(id) }));
const NAMES = Object.keys(PRESETS) as PresetName[];

function presetOf(name: PresetName): ProjectDocument {
  const { environment: id, project } = PRESETS[name];
  return project({ file: BUILTIN_ENVIRONMENTS.find((environment) => environment.id === id)?.file, source: environmentSource(id) });
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault.code;
    throw error;
  }
  return 'none';
};

/** Whole numbers below `most`, the same ones for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const TEXTS = ['', 'Think.', 'naïve “words” ☃ 𝒟', 'a\n\n\tb\r\n', '\u0000\u2028', '<call>x</call>&p=#', '{"__proto__":1}'];

/** `document` after some edits of every kind. */
function edited(document: ProjectDocument, roll: (most: number) => number): ProjectDocument {
  const role = (from: ProjectDocument): string => from.team.agents[roll(from.team.agents.length)]?.role ?? '';
  const kinds: ((from: ProjectDocument) => ProjectDocument)[] = [
    (from) => setPrompt(from, role(from), TEXTS[roll(TEXTS.length)] ?? ''),
    (from) => (from.team.agents.length < 6 ? addAgent(from) : from),
    (from) => renameAgent(from, role(from), `r${roll(1e6)}`),
    (from) => (from.team.agents.length > 1 ? removeAgent(from, role(from)) : from),
    (from) => connect(from, role(from), role(from)),
    (from) => moveAgent(from, role(from), { x: roll(1000) - 500.5, y: roll(1000) / 3 }),
    (from) => setEnvironmentSource(from, `${from.environment.source}\n// ${TEXTS[roll(TEXTS.length)]}`),
    (from) => applySettingsPreset(from, SETTINGS_PRESET_NAMES[roll(SETTINGS_PRESET_NAMES.length)]!),
    (from) => ({ ...from, name: `x${TEXTS[roll(TEXTS.length)]}`, description: TEXTS[roll(TEXTS.length)] ?? '' }),
    (from) => ({ ...from, training: { ...from.training, seed: roll(4e9), learningRate: (1 + roll(99)) / 1000 } }),
    (from) => ({ ...from, warmStart: { ...from.warmStart, layers: 1 + roll(5) } }),
    (from) => ({
      ...from,
      environment: {
        ...from.environment,
        dataset: {
          name: 'a.csv',
          digest: sha256(String(roll(99))),
          rows: 3,
          columns: {},
          split: { column: '', test: 0.2 },
          sample: 0,
          seed: 1,
        },
      },
    }),
  ];
  let present = document;
  for (let count = 1 + roll(6); count > 0; count -= 1) {
    try {
      present = kinds[roll(kinds.length)]?.(present) ?? present;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error; // a refused edit is none
    }
  }
  return present;
}

describe('a project as a link', () => {
  it.each(NAMES)('%s comes back as it was, by name of its environment and with its code', (name) => {
    const document = presetOf(name);
    expect(readLink(linkHash(document, SHIPPED), SHIPPED)).toEqual({ document, lesson: null });
    expect(readLink(linkHash(document, SHIPPED, { carryCode: true }), [])).toEqual({ document, lesson: null });
    // To the letter, so that a project that was only passed on is known as shipped.
    expect(JSON.stringify(readLink(linkHash(document, SHIPPED), SHIPPED)?.document)).toBe(JSON.stringify(document));
  });

  it('comes back after any edits', () => {
    const roll = dice(7);
    for (let round = 0; round < 60; round += 1) {
      const document = edited(presetOf(NAMES[round % NAMES.length]!), roll);
      expect(readLink(linkHash(document, SHIPPED), SHIPPED)?.document).toEqual(document);
      expect(parseDocument(shortForm(document))).toEqual(document);
    }
  });

  it('is short for every shipped project: the figures of docs/projects.md', () => {
    const sizes = NAMES.map((name) => ({
      name,
      named: linkHash(presetOf(name), SHIPPED).length,
      carried: linkHash(presetOf(name), SHIPPED, { carryCode: true }).length,
    }));
    console.log(sizes.map(({ name, named, carried }) => `${name}: ${named} characters, with its code ${carried}`).join('\n'));
    for (const { named, carried } of sizes) {
      expect(named).toBeLessThan(1500);
      expect(carried).toBeLessThan(LONG_LINK);
    }
  });

  it('carries a teacher’s view beside the document', () => {
    const lesson = teacherViewSchema.parse({ title: 'One', places: ['team'], locked: ['team'], editable: ['team.agents.solver.prompt'] });
    const link = readLink(linkHash(presetOf('micro'), SHIPPED, { lesson }), SHIPPED);
    expect(link).toEqual({ document: presetOf('micro'), lesson });
  });

  it('is not looked for in other addresses', () => {
    for (const hash of ['', '#', '#run', '#t=1.abc']) expect(readLink(hash, SHIPPED)).toBeNull();
    for (const hash of ['', '#', '#run', '#t=1.abc']) expect(carriesProject(hash)).toBe(false);
  });

  it('says which environment’s code it leaves out, before that is needed', () => {
    const document = presetOf('trio');
    const named = linkHash(document, SHIPPED);
    expect(carriesProject(named)).toBe(true);
    expect(environmentNamed(named)).toBe('verifier');
    expect(readLink(named, [{ id: 'verifier', source: document.environment.source }])?.document).toEqual(document);
    expect(environmentNamed(linkHash(document, SHIPPED, { carryCode: true }))).toBeNull();
    for (const other of ['', '#p=', '#p=1.AAAA', named.slice(0, -9), `#p=1.${'A'.repeat(MAX_LINK_CHARACTERS)}`])
      expect(environmentNamed(other), other.slice(0, 40)).toBeNull();
  });
});

describe('a link that cannot be opened says why', () => {
  const hash = linkHash(presetOf('trio'), SHIPPED);

  it('cut short, changed, or with characters that no link has', () => {
    for (const broken of [
      hash.slice(0, -9),
      hash.slice(0, hash.length / 2),
      `${hash.slice(0, -5)}%20`,
      '#p=1.',
      '#p=',
      '#p=x.abc',
      '#p=1.AAAA',
    ])
      expect(
        codeOf(() => readLink(broken, SHIPPED)),
        broken.slice(0, 40),
      ).toBe('E_LINK_DAMAGED');
  });

  it('of a newer workbench', () => {
    expect(codeOf(() => readLink(hash.replace('p=1.', 'p=2.'), SHIPPED))).toBe('E_LINK_FUTURE');
    expect(codeOf(() => readLink(raw({ ...presetOf('micro'), version: 99 }), SHIPPED))).toBe('E_DOCUMENT_FUTURE');
  });

  it('of another version’s environment', () => {
    const other = SHIPPED.map((environment) => ({ ...environment, source: `${environment.source} ` }));
    expect(codeOf(() => readLink(hash, other))).toBe('E_LINK_ENVIRONMENT');
    expect(codeOf(() => readLink(hash, []))).toBe('E_LINK_ENVIRONMENT');
  });

  it('too long, or a little one that unpacks to very much', () => {
    expect(codeOf(() => readLink(`#p=1.${'A'.repeat(MAX_LINK_CHARACTERS)}`, SHIPPED))).toBe('E_LINK_SIZE');
    const bomb = raw({ ...presetOf('micro'), description: 'a'.repeat(20_000_000) });
    expect(bomb.length).toBeLessThan(MAX_LINK_CHARACTERS);
    expect(codeOf(() => readLink(bomb, SHIPPED))).toBe('E_LINK_SIZE');
  });

  it('with what is no project, a value out of bounds, or an impossible view', () => {
    expect(codeOf(() => readLink(raw([1, 2]), SHIPPED))).toBe('E_DOCUMENT_VERSION');
    expect(codeOf(() => readLink(raw({ ...presetOf('micro'), surprise: 1 }), SHIPPED))).toBe('E_DOCUMENT_UNKNOWN_FIELD');
    expect(codeOf(() => readLink(`${hash}&t=${raw({ places: [] }).slice(3)}`, SHIPPED))).toBe('E_LESSON_INVALID');
  });

  it('opens links of older formats', () => {
    const old = { ...presetOf('micro'), version: 1, training: { valueClip: 0.3, normalizeAdvantages: false } };
    const document = readLink(raw(old), SHIPPED)?.document;
    expect(document?.version).toBe(DOCUMENT_VERSION);
    expect(document?.training.critic.valueClip).toBe(0.3);
    expect(document?.training.normalizeAdvantages).toEqual({ mean: 'none', std: 'none' });
  });

  /** A link of any value, made as somebody hostile would. */
  function raw(value: unknown): string {
    return `#p=1.${toBase64Url(deflateSync(new TextEncoder().encode(JSON.stringify(value))))}`;
  }
});

describe('what a link leaves out', () => {
  it('is put back by this version alone: whoever changes a default writes the old one into older documents by a migration', () => {
    // If this fails, raise DOCUMENT_VERSION, add a step to migrations.ts that fills in the old default, and then this digest.
    expect(sha256(JSON.stringify(SCHEMA_DEFAULTS))).toMatchInlineSnapshot(
      `"4788dc7e9a0035946ae47f1932997428a2d1b8f53ece23739a2b02e53beaf0cf"`,
    );
  });
});

describe('base64url', () => {
  it('brings any bytes back, and is Node’s', () => {
    const roll = dice(3);
    for (let length = 0; length < 70; length += 1) {
      const bytes = Uint8Array.from({ length }, () => roll(256));
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
    }
    for (const text of ['a', 'ab=', 'a b', 'ä']) expect(fromBase64Url(text)).toBeNull();
  });
});
