/** Elements made of plain values. Text is always text: nothing that a run holds is read as markup. */

type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Attributes of false, null and undefined are left out, of true are empty. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function on<K extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: K,
  listener: (event: HTMLElementEventMap[K]) => void,
): void {
  element.addEventListener(type, listener);
}

/** A part that is filled when it is first opened. */
export function folded(summary: Child, fill: () => readonly Child[], attributes: Attributes = {}): HTMLDetailsElement {
  const details = h('details', attributes, h('summary', {}, summary));
  let filled = false;
  on(details, 'toggle', () => {
    if (!details.open || filled) return;
    filled = true;
    details.append(...fill().filter((child) => child !== null && child !== undefined && child !== false));
  });
  return details;
}

/** An element in the colour of an agent, which a stylesheet cannot know. */
export function colored<E extends HTMLElement>(element: E, color: string): E {
  element.style.setProperty('--agent', color);
  return element;
}

/** The same of a drawing. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
