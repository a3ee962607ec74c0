/**
 * Where code of ours makes elements or programs of a text. The page's policy refuses it in other places (`trusted.spec.ts`), but only browsers that
 * know Trusted Types, and only when it happens: here such places are looked for in the code, and each that is left is known by name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SINK =
  /\b(?:dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|srcdoc|createContextualFragment|(?:set|parse)HTML(?:Unsafe)?|DOMParser|document\.write(?:ln)?|eval(?=\s*\()|Function(?=\s*\()|set(?:Timeout|Interval)(?=\(\s*['"`])|importScripts(?=\s*\())/gi;

/** Documents of ours, made when the page is built; an SVG that we draw, whose texts are escaped. */
const KNOWN = ['src/page/features/docs/DocReader.tsx dangerouslySetInnerHTML', 'src/page/runPage/svgElement.ts DOMParser'];

/** Sinks in `text`, its comments left out. */
function sinksIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return Array.from(code.matchAll(SINK), ([sink]) => sink);
}

it('texts become elements or programs in the places that are known, and in no other', () => {
  const under = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
  const files = [...under('src'), ...under('workers')].filter((path) => /\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((path) => sinksIn(readFileSync(path, 'utf8')).map((sink) => `${path} ${sink}`)).toSorted()).toEqual(KNOWN);
});

it.each([
  '<div dangerouslySetInnerHTML={{ __html: name }} />',
  'element.innerHTML = name;',
  "element.insertAdjacentHTML('beforeend', name);",
  'document.write(name);',
  'eval(name);',
  'new Function(name)();',
  "setTimeout('run()', 1);",
  '<iframe srcDoc={name} />',
  'range.createContextualFragment(name);',
])('%s would be found', (code) => {
  expect(sinksIn(code)).toHaveLength(1);
});
