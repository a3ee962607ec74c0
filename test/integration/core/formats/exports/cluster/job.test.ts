/** What lies in a job, and that its README, scripts and cost say what is so. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../../../../src/core/document/parse.ts';
import {
  ASSUMED_UTILISATION,
  costFile,
  gpuHours,
  mostSampledTokens,
  NAMED_GPU,
} from '../../../../../../src/core/formats/exports/cluster/cost.ts';
import { dataPath } from '../../../../../../src/core/formats/exports/cluster/input.ts';
import { jobFiles } from '../../../../../../src/core/formats/exports/cluster/job.ts';
import { readmeFile, trainFlags } from '../../../../../../src/core/formats/exports/cluster/readme.ts';
import { SERVER_KINDS, serverFiles } from '../../../../../../src/core/formats/exports/cluster/servers.ts';
import { quoted } from '../../../../../../src/core/formats/exports/shellText.ts';
import { fault } from '../../../../../../src/core/faults.ts';
import { remoteFaults } from '../../../../../../src/words/words.ts';
import { job, MICRO } from '../../../../../unit/core/formats/exports/cluster/input.ts';

const text = (file: Uint8Array | Blob | undefined) => {
  if (file instanceof Blob) throw new Error('a file that was read is expected');
  return new TextDecoder().decode(file);
};
const bytes = (content: string) => new TextEncoder().encode(content);
const QWEN = { name: 'Qwen/Qwen3-0.6B@abc', lies: 'hub', id: 'Qwen/Qwen3-0.6B', revision: 'abc' } as const;

describe('the files of a job', () => {
  it('are the project, its base, rows and adapters as they are, our terminal, and what starts servers', () => {
    const folders = new Map([['planner', { 'adapter_model.safetensors': bytes('weights') }]]);
    const files = jobFiles(job({ data: { name: 'my rows.csv', bytes: bytes('a,b') }, adapters: { iteration: 7, folders } }));
    expect(Object.keys(files).sort()).toEqual(
      [
        'COST.md',
        'Dockerfile',
        'MAPPING.md',
        'README.md',
        'adapters/planner/adapter_model.safetensors',
        'base/config.json',
        'data/my-rows.csv',
        'project.json',
        'ray-job.sh',
        'servers/megatron.json',
        'servers/open-rl.sh',
        'servers/skyrl-jax.sh',
        'servers/skyrl-megatron.sh',
        'skypilot.yaml',
        'terminal.tgz',
      ].map((path) => `job/${path}`),
    );
    expect(parseDocument(text(files['job/project.json']))).toEqual(MICRO);
    expect(text(files['job/data/my-rows.csv'])).toBe('a,b');
    expect(text(files['job/adapters/planner/adapter_model.safetensors'])).toBe('weights');
    expect(text(files['job/README.md'])).toContain('after iteration 7');
  });

  it('have a base of any size where it was given, unread', () => {
    /** More than a buffer holds. */
    class Large extends Blob {
      override get size(): number {
        return 2 ** 34;
      }
      override slice(): Blob {
        throw new Error('was read');
      }
      override arrayBuffer = (): Promise<ArrayBuffer> => Promise.reject(new Error('was read'));
    }
    const weights = new Large();
    const files = { 'config.json': bytes('{}'), 'model.safetensors': weights };
    const made = jobFiles(job({ bases: [{ name: 'own', lies: 'here', folder: 'base', files }] }));
    expect(made['job/base/model.safetensors']).toBe(weights);
  });

  it.each([
    ['../../etc/passwd', 'data/etc-passwd'],
    ['.hidden.jsonl', 'data/hidden.jsonl'],
    ['“”', 'data/rows'],
  ])('rows called %s lie at %s', (name, path) => {
    expect(dataPath(name)).toBe(path);
  });
});

describe('the README', () => {
  it('has three commands, for the kind of server that was chosen', () => {
    const readme = readmeFile(job());
    const [start, train, back] = [...readme.matchAll(/^ {3}(?!```)(\S.*)$/gm)].map(([, line]) => line);
    expect(start).toBe('sh servers/open-rl.sh');
    expect(train).toBe(
      'tar xzf terminal.tgz && cd terminal && npm ci --omit=dev && npm run train -- ../project.json --engine tinker --url http://127.0.0.1:9003 --out ../run',
    );
    expect(back).toBe('scp -r MACHINE:job/run .');
    expect(readme).not.toContain('Change the project first');
  });

  it('goes on with a run, in whose folder no base lies', () => {
    const resumed = /`(npm run train -- --out \.\.\/run --resume .*?)`/.exec(readmeFile(job()))?.[1];
    expect(resumed).toBe('npm run train -- --out ../run --resume --engine tinker --url http://127.0.0.1:9003 --base micro=../base');
    expect(readmeFile(job())).toContain('`npm run check-server -- --url http://127.0.0.1:9003 ../project.json`');
  });

  it('says at once that the server is expected to refuse the project', () => {
    const refused = [fault(remoteFaults, 'E_REMOTE_ENTROPY', {})];
    expect(readmeFile(job({ servers: [{ kind: 'open-rl', fixedAlpha: null, refused }] }))).toContain('Change the project first');
  });

  it('passes rows, the name a server has for a base, and where the terminal fetches one of the Hub', () => {
    const flags = trainFlags(job({ bases: [QWEN], data: { name: 'a.jsonl', bytes: bytes('') } }), 'skyrl-jax');
    expect(flags).toBe(
      '--engine tinker --url http://127.0.0.1:8000 --model Qwen/Qwen3-0.6B --base hf:Qwen/Qwen3-0.6B@abc --data ../data/a.jsonl',
    );
    // Ray's workers are given the folder in full, and so is the client.
    expect(trainFlags(job(), 'skyrl-megatron')).toContain('--model "$(cd .. && pwd)/base"');
  });

  it('is one line where a name has several', () => {
    expect(readmeFile(job({ document: { ...MICRO, name: 'a\n# b' } })).split('\n')[0]).toBe(String.raw`# a \# b, on a cluster`);
  });
});

describe('the files that start servers', () => {
  const files = serverFiles(job());

  it.each(Object.keys(files).filter((path) => path.endsWith('.sh')))('%s is a script that sh can read', (path) => {
    expect(() => execFileSync('sh', ['-n'], { input: files[path] ?? '', stdio: ['pipe', 'ignore', 'pipe'] })).not.toThrow();
  });

  it.each(['servers/skyrl-megatron.sh', 'ray-job.sh', 'skypilot.yaml', 'Dockerfile'])('%s says that it was not run', (path) => {
    expect(files[path]).toContain('UNTESTED');
  });

  it.each(SERVER_KINDS)('%s listens on this machine alone', (kind) => {
    expect(files[`servers/${kind}.sh`]).toContain('--host 127.0.0.1');
  });

  it.each(SERVER_KINDS)('%s keeps what it writes in the job, where a run can go on from it after the machine was started anew', (kind) => {
    const script = files[`servers/${kind}.sh`];
    expect(script).toMatch(kind === 'open-rl' ? /OPEN_RL_TMP_DIR="\$job\/open-rl-files"/ : /--checkpoints-base "\$job\/SkyRL-files"/);
  });

  it('hold every adapter of the team, and the largest rank that keeps a factor where α is fixed', () => {
    const document = {
      ...MICRO,
      team: { ...MICRO.team, agents: MICRO.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, rank: 8, alpha: 16 } })) },
    };
    const [, settings = ''] = /--backend-config '(.*)'/.exec(serverFiles(job({ document }))['servers/skyrl-jax.sh'] ?? '') ?? [];
    expect(JSON.parse(settings)).toMatchObject({ max_lora_rank: 16, max_lora_adapters: MICRO.team.agents.length + 4 });
    expect(JSON.parse(files['servers/megatron.json'] ?? '')).toMatchObject({ strategy: 'megatron' });
  });

  it('name a folder by a link, and a model of the Hub by its id', () => {
    expect(files['servers/skyrl-jax.sh']).toContain('ln -sfn "$job/base" micro');
    const hub = serverFiles(job({ bases: [QWEN] }))['servers/open-rl.sh'];
    expect(hub).toContain('base=${BASE:-Qwen/Qwen3-0.6B}');
    expect(hub).not.toContain('ln -sfn');
  });

  it('a hostile name of a base stays one word of the script', () => {
    const name = `x'; rm -rf ~; '`;
    const script = serverFiles(job({ bases: [{ name, lies: 'here', folder: 'base', files: {} }] }))['servers/open-rl.sh'] ?? '';
    expect(script).not.toContain('rm -rf');
    expect(execFileSync('sh', ['-c', `printf %s ${quoted(name)}`], { encoding: 'utf8' })).toBe(name);
  });
});

describe('the cost', () => {
  const cost = { parameters: 6e8, flopsPerIteration: 1e18, flopsAtMost: null, tokensPerIteration: 1e6 };

  it('is hours of a GPU that is named, at a utilisation that is said', () => {
    const hours = (1e18 * MICRO.training.iterations) / (NAMED_GPU.flopsPerSecond * ASSUMED_UTILISATION) / 3600;
    expect(gpuHours(1e18 * MICRO.training.iterations)).toBeCloseTo(hours, 9);
    const file = costFile(job({ cost }));
    expect(file).toContain(`| hours on one NVIDIA H100 SXM | ${hours.toFixed(0)} (`);
    expect(file).toContain('15 % are assumed');
    expect(file).toContain('| numbers in the bases | 600 M |');
    expect(file).toContain(`| floating-point operations, evaluations left out | ${(1e18 * MICRO.training.iterations).toExponential(1)} |`);
  });

  it('is unknown where nobody counted, and never nothing', () => {
    expect(costFile(job()).match(/\| unknown \|/g)).toHaveLength(4);
  });

  it('counts at most what every agent may write in the turns it speaks in', () => {
    const [agent] = MICRO.team.agents;
    if (!agent) throw new Error('micro has agents');
    const agents = [
      { ...agent, role: 'a', sampling: { ...agent.sampling, maxNewTokens: 10 } },
      { ...agent, role: 'b', speaks: { from: 1, every: 2 }, sampling: { ...agent.sampling, maxNewTokens: 100 } },
    ];
    const document = { ...MICRO, team: { ...MICRO.team, agents, edges: [] }, training: { ...MICRO.training, horizon: 4, episodes: 3 } };
    // a in all four turns, b in the second and the fourth.
    expect(mostSampledTokens(document)).toBe(3 * (4 * 10 + 2 * 100));
    expect(mostSampledTokens({ ...document, training: { ...document.training, algorithm: 'vineppo' } })).toBe(null);
  });
});
