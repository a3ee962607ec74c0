/**
 * The credit explorable: one episode of two agents, whose values, reward, discounts and traces a person sets, while GAE runs backwards through
 * it. All numbers are those of `core/credit`, for a batch of which this episode is one.
 */
import { at } from '../../../core/at.ts';
import { type CreditSetup, type CreditShown, creditOf, FIRST_SETUP, OTHERS, TOKENS } from '../../../core/explorables/creditEpisode.ts';
import type { Happening } from '../../../core/lessons/goals.ts';
import { explorablesText } from '../../../words/words.ts';
import { h } from '../plain/dom.ts';
import { button, slider, table, toggle } from './controls.ts';
import { creditPicture } from './creditPicture.ts';
import styles from './explorables.module.css';

const words = explorablesText.credit;
const number = (value: number, digits = 2): string => explorablesText.signed(value, digits);

/** What is looked at of it. */
export interface CreditLook {
  /** Steps of the recursion that are shown, of those there are. */
  readonly walked: number;
  /** Whose arcs are drawn. */
  readonly token: number;
  readonly normalized: boolean;
}

const PACE = 700;

interface Options {
  /** What a lesson may wait for. */
  readonly tell: (what: Happening) => void;
  /** Where it lies by itself, for who wants it in a page of theirs; null in there. */
  readonly embed: string | null;
}

export function creditFigure({ tell, embed }: Options): HTMLElement {
  let setup: CreditSetup = FIRST_SETUP;
  let shown: CreditShown = creditOf(setup);
  let look: CreditLook = { walked: shown.recursion.length, token: 0, normalized: false };
  let playing: ReturnType<typeof setInterval> | null = null;

  const picture = creditPicture({
    setup,
    onValue: (token, value) => {
      change({ values: setup.values.with(token, value) });
      tell('moved-value');
    },
    onReward: (reward) => {
      change({ reward });
      tell('moved-reward');
    },
    onToken: (token) => {
      see({ token });
      tell('chose-arcs');
    },
  });
  const told = h('div', { class: styles['lines'], role: 'status' });
  const numbers = h('div', {});
  const steps = h('span', { class: styles['quiet'] });

  const draw = (): void => {
    picture.draw(setup, shown, look);
    told.replaceChildren(...linesOf(setup, shown, look).map((line) => h('p', { class: styles['line'] }, line)));
    steps.textContent = words.walked(look.walked, shown.recursion.length);
    play.textContent = playing === null ? words.play : words.pause;
    numbers.replaceChildren(numbersOf(setup, shown, look));
  };
  const see = (next: Partial<CreditLook>): void => {
    look = { ...look, ...next };
    draw();
  };
  const change = (next: Partial<CreditSetup>): void => {
    const whole = look.walked === shown.recursion.length;
    setup = { ...setup, ...next };
    shown = creditOf(setup);
    see({ walked: whole ? shown.recursion.length : Math.min(look.walked, shown.recursion.length) });
  };
  const stop = (): void => {
    if (playing !== null) clearInterval(playing);
    playing = null;
  };
  const walk = (): void => {
    if (look.walked >= shown.recursion.length) return;
    see({ walked: look.walked + 1 });
    if (look.walked < shown.recursion.length) return;
    stop();
    draw();
    tell('ran-backwards');
  };
  const play = button(words.play, () => {
    if (playing !== null) stop();
    else {
      if (look.walked >= shown.recursion.length) look = { ...look, walked: 0 };
      playing = setInterval(() => (root.isConnected ? walk() : stop()), PACE);
    }
    draw();
  });
  const buttons = h(
    'div',
    { class: styles['buttons'] },
    button(words.back, () => {
      stop();
      see({ walked: 0 });
    }),
    button(words.step, () => {
      stop();
      if (look.walked >= shown.recursion.length) look = { ...look, walked: 0 };
      walk();
    }),
    play,
    button(words.whole, () => {
      stop();
      see({ walked: shown.recursion.length });
    }),
    steps,
  );
  const discount = (name: 'gamma' | 'lambda' | 'gammaToken' | 'lambdaToken') =>
    slider({
      ...{ label: words[name], min: 0, max: 1, step: 0.05, value: setup[name] },
      show: (value) => number(value),
      onChange: (value) => {
        change({ [name]: value });
        tell('moved-trace');
      },
    });
  const controls = {
    gammaToken: discount('gammaToken'),
    lambdaToken: discount('lambdaToken'),
    gamma: discount('gamma'),
    lambda: discount('lambda'),
    othersRight: slider({
      ...{ label: words.others, min: 0, max: OTHERS, step: 1, value: setup.othersRight },
      show: words.othersValue,
      onChange: (othersRight) => {
        change({ othersRight });
        tell('moved-others');
      },
    }),
  };
  const switches = [
    toggle(words.normalized, look.normalized, (normalized) => see({ normalized })),
    toggle(words.mask, setup.previousTurnMask, (previousTurnMask) => {
      change({ previousTurnMask });
      if (previousTurnMask) tell('turned-mask');
    }),
    toggle(words.byMessage, setup.byMessage, (byMessage) => {
      change({ byMessage });
      if (byMessage) tell('by-message');
    }),
  ];
  const fresh = button(words.fresh, () => {
    stop();
    setup = FIRST_SETUP;
    shown = creditOf(setup);
    for (const [name, control] of Object.entries(controls)) control.set(FIRST_SETUP[name as keyof typeof controls]);
    for (const control of switches) control.set(false);
    picture.reset(setup);
    see({ walked: shown.recursion.length, token: 0, normalized: false });
  });
  const root = h(
    'section',
    { class: styles['figure'], 'aria-label': words.title, 'data-explorable': 'credit' },
    h('h3', {}, words.title),
    h('p', {}, words.intro),
    h('div', { class: styles['drawing'], tabindex: 0 }, picture.element),
    buttons,
    told,
    h('div', { class: styles['controls'] }, ...Object.values(controls).map(({ element }) => element)),
    h('div', { class: styles['switches'] }, ...switches.map(({ element }) => element), fresh),
    numbers,
    h('p', { class: styles['quiet'] }, words.source),
    embed === null ? null : embedPart(embed),
  );
  draw();
  return root;
}

const indexOf = (token: number): string => `${token + 1}`;

/** The newest step of the recursion, the arcs of the chosen token, and what is switched on. */
function linesOf(setup: CreditSetup, shown: CreditShown, look: CreditLook): string[] {
  const step = look.walked > 0 ? at(shown.recursion, look.walked - 1, 'step') : null;
  const said: string[] = [];
  if (step) {
    const token = TOKENS.findIndex((one) => one.message === step.at.message && one.token === step.at.token);
    said.push(
      words.deltaLine(indexOf(token), step.reward, step.gamma, step.next, step.value, step.delta),
      words.line(indexOf(token), step.delta, step.gamma * step.lambda, step.trace, step.advantage),
    );
  }
  if (look.walked === shown.recursion.length) {
    const terms = shown.explain(look.token).map(({ weight, delta }) => words.arc(number(weight, 3), number(delta)));
    said.push(words.arcs(indexOf(look.token), terms, number(at(shown.advantages, look.token), 3)), words.crossing);
  }
  if (look.normalized) said.push(words.normalizedNote);
  if (setup.previousTurnMask) said.push(words.cut);
  return said;
}

function numbersOf(setup: CreditSetup, shown: CreditShown, look: CreditLook): HTMLElement {
  const known = knownTokens(shown, look.walked);
  const { rows } = words;
  const columns = TOKENS.map(({ text }, token) => `${indexOf(token)} ${text}`);
  const deltaOf = (token: number): string => {
    const step = shown.recursion.find(({ at: ref }) => ref.message === TOKENS[token]?.message && ref.token === TOKENS[token]?.token);
    return step ? number(step.delta, 3) : '–';
  };
  const when = (token: number, value: number): string => (known.has(token) ? number(value, 3) : '…');
  return table(
    [rows.token, ...columns],
    [
      [rows.value, ...TOKENS.map(({ token: within }, token) => (setup.byMessage && within > 0 ? '–' : number(at(setup.values, token))))],
      [rows.delta, ...TOKENS.map((_, token) => deltaOf(token))],
      [rows.advantage, ...TOKENS.map((_, token) => when(token, at(shown.advantages, token)))],
      ...(look.normalized ? [[rows.normalized, ...TOKENS.map((_, token) => when(token, at(shown.normalized, token)))]] : []),
    ],
  );
}

/** Tokens whose advantage the recursion has reached; at message level all of a message at once. */
export function knownTokens({ recursion }: CreditShown, walked: number): ReadonlySet<number> {
  const whole = recursion.length < TOKENS.length;
  const reached = recursion.slice(0, walked).map(({ at: ref }) => ref);
  return new Set(
    TOKENS.flatMap(({ message, token }, index) =>
      reached.some((ref) => ref.message === message && (whole || ref.token === token)) ? [index] : [],
    ),
  );
}

function embedPart(address: string): HTMLElement {
  const code = `<iframe src="${address}" title="${words.title}" width="100%" height="900" loading="lazy"></iframe>`;
  const field = h('input', { type: 'text', readonly: true, value: code, 'aria-label': words.embed });
  const copy = button(words.copy, () => {
    void navigator.clipboard.writeText(code).then(
      () => {
        copy.textContent = words.copied;
      },
      () => field.select(), // where the browser does not allow it, by hand
    );
  });
  return h(
    'details',
    { class: styles['embed'] },
    h('summary', {}, words.embed),
    h('p', { class: styles['quiet'] }, words.embedHelp),
    h('div', { class: styles['buttons'] }, field, copy),
  );
}
