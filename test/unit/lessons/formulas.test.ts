/** Formulas of the lessons: each is TeX that can be typeset, without inline styles, the same in every language. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/core/lessons/lesson.ts';
import { lessonsThere, readWords } from '../../../src/lessons/node.ts';
import Mathematics from '../../../src/page/kit/lessons/Mathematics.tsx';
import { type MathNode, termOf, treeOf } from '../../../src/page/kit/lessons/mathTree.ts';

const FENCE = /^```math\n([^]*?)\n```$/gm;
const formulasOf = (lesson: Parameters<typeof readWords>[0], language: Parameters<typeof readWords>[1]): readonly string[] =>
  readWords(lesson, language).steps.flatMap(({ text, hint, after }) =>
    [text, hint, after].flatMap((part) => [...(part ?? '').matchAll(FENCE)].map(([, tex = '']) => tex)),
  );

const nodesOf = (node: MathNode): readonly MathNode[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

describe.each(lessonsThere())('the formulas of “%s”', (lesson) => {
  it('can be typeset, and each symbol that is marked stands for its word', () => {
    for (const tex of formulasOf(lesson, 'en')) {
      const nodes = nodesOf(treeOf(tex));
      expect(nodes[0]?.type, tex).toBe('math');
      const marked = [...tex.matchAll(/\\term\{([^}]*)\}/g)].map(([, term]) => term);
      expect(nodes.flatMap((node) => termOf(node) ?? []).toSorted(), tex).toEqual(marked.toSorted());
    }
  });

  it('are the same in every language', () => {
    for (const language of LANGUAGES) expect(formulasOf(lesson, language)).toEqual(formulasOf(lesson, 'en'));
  });
});

it('a formula is MathML with all its symbols, and no inline style', () => {
  const tex = '\\term{tdError}{\\delta_t} = \\frac{r_t}{\\begin{aligned}a&=b\\end{aligned}}';
  const html = renderToStaticMarkup(createElement(Mathematics, { printed: true, tex }));
  expect(html).toMatch(/<math display="block"[^>]*>.*<msub><mi>δ<\/mi><mi>t<\/mi><\/msub>.*<mfrac>/);
  expect(html).not.toContain(' style=');
  expect(html, 'the symbols by name').toMatch(/<li><math><msub><mi>δ<\/mi><mi>t<\/mi><\/msub><\/math> TD error δ<\/li>/);
});

it('what is no TeX is refused', () => {
  expect(() => treeOf('\\frac{1')).toThrow();
});
