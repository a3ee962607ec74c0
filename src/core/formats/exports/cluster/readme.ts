/** The README of a job: three commands from an empty machine. A document for files, so not in the catalogue. */
import { markdownCode, markdownText } from '../markdownText.ts';
import { dataPath, type JobInput } from './input.ts';
import { quotedLine } from '../shellText.ts';
import { SERVERS, type ServerKind, servedName } from './servers.ts';

/**
 * What the terminal is told of a server of this `kind` that was started by the job's script, and of bases and rows. `resumes`: a run goes on,
 * whose folder has no base beside it.
 */
export function trainFlags(input: JobInput, kind: ServerKind, resumes = false): string {
  const { data } = input;
  return [
    `--engine tinker ${serverFlags(input, kind)}`,
    ...baseFlags(input, resumes),
    ...(data ? [`--data ${quotedLine(`../${dataPath(data.name)}`)}`] : []),
  ].join(' ');
}

/** Where the server is, and what it calls the team's base where that is not the project's name. */
function serverFlags({ bases: [base] }: JobInput, kind: ServerKind): string {
  if (!base) throw new Error('serverFlags: a project stands on one base at least');
  const url = `--url http://127.0.0.1:${SERVERS[kind].port}`;
  // Ray's workers are given the folder in full, and the server calls its base by what it was given.
  if (kind === 'skyrl-megatron' && base.lies === 'here') return `${url} --model "$(cd .. && pwd)/${base.folder}"`;
  return servedName(base) === base.name ? url : `${url} --model ${quotedLine(servedName(base))}`;
}

/** Bases of the Hub, and where it is not beside the project's file also that of the job. */
function baseFlags({ bases }: JobInput, resumes: boolean): string[] {
  return bases.flatMap((base) => {
    if (base.lies === 'hub') return [`--base ${quotedLine(`hf:${base.id}${base.revision === null ? '' : `@${base.revision}`}`)}`];
    return resumes ? [`--base ${quotedLine(`${base.name}=../${base.folder}`)}`] : [];
  });
}

export function readmeFile(input: JobInput): string {
  const { document, chosen, servers, bases, adapters } = input;
  const { title, script } = SERVERS[chosen];
  const flags = trainFlags(input, chosen);
  const refused = servers.find(({ kind }) => kind === chosen)?.refused ?? [];
  const others = servers.filter(({ kind }) => kind !== chosen);
  const hub = bases.filter(({ lies }) => lies === 'hub').map(({ name }) => markdownCode(name));
  return `# ${markdownText(document.name)}, on a cluster

A job of MARFT Workbench. Our terminal keeps the session (prompts, environment, credit, guards, run folder); ${title} keeps the
policies. \`MAPPING.md\` says where each setting runs and what is refused, \`COST.md\` what the run may take.
${
  refused.length === 0
    ? ''
    : `\n**Change the project first.** This server is expected to refuse it (${refused.length}): \`MAPPING.md\` names each setting and
what replaces it. Change it in \`project.json\`, where agents are told apart by their \`role\`, or on the page, and export again.\n`
}
## Three commands

Unzip the job on a disk that the machine with the GPUs reads, and go into its folder.

1. Start the server. Needs git and [uv](https://docs.astral.sh/uv/). It listens on 127.0.0.1 and checks no token: from elsewhere, reach it by \`ssh -L ${SERVERS[chosen].port}:127.0.0.1:${SERVERS[chosen].port} MACHINE\`.

   \`\`\`sh
   sh ${script}
   \`\`\`

2. In a second shell, install our terminal and train. Needs [Node](https://nodejs.org) 20.19 or newer.

   \`\`\`sh
   tar xzf terminal.tgz && cd terminal && npm ci --omit=dev && npm run train -- ../project.json ${flags} --out ../run
   \`\`\`

3. On your own computer, bring the run back and drop the folder \`run\` on the page of the workbench.

   \`\`\`sh
   scp -r MACHINE:job/run .
   \`\`\`

Before the second, inside \`terminal\`, ${markdownCode(`npm run check-server -- ${[serverFlags(input, chosen), ...baseFlags(input, false)].join(' ')} ../project.json`)} tells what the server can
and what it will refuse. A run that was interrupted goes on with ${markdownCode(`npm run train -- --out ../run --resume ${trainFlags(input, chosen, true)}`)}. \`--token-file FILE\`
sends a token to a server, or a proxy before it, that wants one.

## What is in it

| path | what it is |
| --- | --- |
| \`project.json\` | the project |
${bases.flatMap((base) => (base.lies === 'here' ? [`| \`${base.folder}/\` | the base model “${markdownText(base.name)}”, as a Hugging Face folder; the server and the terminal both read it |`] : [])).join('\n')}${bases.some(({ lies }) => lies === 'here') ? '\n' : ''}${input.data ? `| \`${dataPath(input.data.name)}\` | its problems |\n` : ''}${adapters ? `| \`adapters/\` | the team’s adapters after iteration ${adapters.iteration}, PEFT folders as they are. No server takes weights, so training begins with new ones; these are to compare with |\n` : ''}| \`terminal.tgz\` | our terminal with its lockfile |
| \`servers/\` | a script for each kind of server, and settings of Megatron |
| \`ray-job.sh\`, \`skypilot.yaml\`, \`Dockerfile\` | the same by Ray, SkyPilot and Docker. Untested: we have not run them |
${hub.length === 0 ? '' : `\nFetched from the Hugging Face Hub by whoever needs it: ${hub.join(', ')}. A server takes the newest revision, the terminal the one that the project names: they must number tokens alike.\n`}
## Other servers

${others.map(({ kind }) => `${SERVERS[kind].title}: \`sh ${SERVERS[kind].script}\`, then in \`terminal\`\n\n\`\`\`sh\nnpm run train -- ../project.json ${trainFlags(input, kind)} --out ../run\n\`\`\``).join('\n\n')}
`;
}
