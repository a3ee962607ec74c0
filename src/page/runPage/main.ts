/**
 * The page in a run's HTML file (docs/exports.md): an entry of its own, bundled into one script by `scripts/page/runViewer.ts`. It reads what lies
 * in the file and nothing else; plain elements, so that it stays small beside the run.
 */
import './viewer.css';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { agentIndex, agentName, type Scheme } from '../kit/figures/lineStyle.ts';
import { agentColor } from '../kit/theme/agentColors.ts';
import { runPageText as words } from '../../words/words.ts';
import { curves } from './curves.ts';
import { colored, folded, h, on } from '../kit/plain/dom.ts';
import { guarded, stoppedNote } from '../kit/plain/guarded.ts';
import { type EmbeddedRun, readEmbedded } from './embeddedRun.ts';
import { episodes, type Position } from './episodes.ts';
import { factsOf, projectTextOf } from './facts.ts';
import { schemeSwitch } from './scheme.ts';

function teamOf(project: ProjectDocument, scheme: Scheme): HTMLElement {
  const agents = project.team.agents.map(({ role, prompt }) =>
    colored(
      folded(h('span', { class: 'speaker' }, agentName(project, role)), () => [
        h('pre', { 'aria-label': words.prompt(role), tabindex: 0 }, prompt),
      ]),
      agentColor(agentIndex(project, role), scheme),
    ),
  );
  return h('section', { class: 'team', 'aria-label': words.team }, ...agents);
}

function projectOf(head: EmbeddedRun['head']): HTMLElement {
  const { json, whole } = projectTextOf(head);
  const save = h('button', { type: 'button', class: 'quiet' }, words.save);
  on(save, 'click', () => {
    const address = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
    h('a', { href: address, download: 'project.json' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000); // after the browser has taken it
  });
  return h(
    'section',
    { 'aria-labelledby': 'project' },
    h('h2', { id: 'project' }, words.project),
    h('p', { class: 'hint' }, ...(whole ? [words.projectHint, ' ', save] : [words.teamHint])),
    folded(whole ? 'project.json' : 'team.json', () => [h('pre', { tabindex: 0 }, json)]),
  );
}

function begin(): void {
  const run = readEmbedded(document);
  const main = h('main', {});
  if (!run) return document.body.replaceChildren(h('main', {}, h('p', { role: 'alert' }, words.broken)));
  const position: Position = { iteration: null, episode: null, token: null, channel: 'normalized' };
  const { head } = run;
  const { document: project, name } = head;
  const colours = schemeSwitch((scheme) => {
    main.replaceChildren(
      guarded(() => teamOf(project, scheme)),
      guarded(() => curves(run, scheme)),
      guarded(() => episodes(run, scheme, position)),
      guarded(() => projectOf(head)),
    );
  });
  document.body.prepend(
    h(
      'header',
      { class: 'top' },
      h('div', {}, h('h1', {}, name), h('p', { class: 'hint' }, factsOf(head)), h('p', { class: 'hint' }, words.recorded)),
      colours,
    ),
    main,
  );
}

try {
  begin();
} catch (error) {
  document.body.replaceChildren(h('main', {}, stoppedNote(error)));
}
