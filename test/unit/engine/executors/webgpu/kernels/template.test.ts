/** The directives that WGSL is written with. */
import { describe, expect, it } from 'vitest';
import { wgsl } from '../../../../../../src/engine/executors/webgpu/kernels/kernel.ts';
import { lowRank } from '../../../../../../src/engine/executors/webgpu/kernels/lowRank.ts';
import { expand, range } from '../../../../../../src/engine/executors/webgpu/kernels/template.ts';

const lines = (...text: string[]) => text.join('\n');

describe('WGSL with directives', () => {
  it('writes the lines of a loop out for each entry, loops within loops too', () => {
    const text = lines('#for q in rows', 'var c{q} = 0;', '  #for h in halves', 'c{q}_{h} += {step}u;', '  #end', '#end', 'done;');
    expect(expand(text, { rows: range(2), halves: ['x', 'y'], step: 4 })).toBe(
      lines('var c0 = 0;', 'c0_x += 4u;', 'c0_y += 4u;', 'var c1 = 0;', 'c1_x += 4u;', 'c1_y += 4u;', 'done;'),
    );
    expect(expand(text, { rows: [], halves: [], step: 4 })).toBe('done;');
  });

  it.each([
    [true, true, 'a;\nb;'],
    [true, false, 'a;\nc;'],
    [false, true, 'd;'],
    [false, false, 'd;'],
  ])('takes the part whose condition holds: outer %s, inner %s', (outer, inner, want) => {
    const text = lines('#if outer', 'a;', '#if inner', 'b;', '#else', 'c;', '#end', '#else', 'd;', '#end');
    expect(expand(text, { outer, inner })).toBe(want);
  });

  it('leaves WGSL’s own braces alone', () => {
    expect(expand('fn f() { if (a) { return; } }', {})).toBe('fn f() { if (a) { return; } }');
  });

  it.each([
    ['{nobody}', '{nobody} has no value'],
    ['{rows}', '{rows} is a list'],
    ['#for q in step\n#end', 'step is no list'],
    ['#if step\n#end', 'step is neither true nor false'],
    ['#if yes\na;', '#if yes has no #end'],
    ['#for q in rows\n#else\n#end', '#for q in rows has no #end'],
    ['a;\n#end', '#end ends nothing'],
    ['#while yes', '#while yes is no directive'],
  ])('refuses %j', (text, message) => {
    expect(() => expand(text, { rows: [0], step: 4, yes: true })).toThrow(message);
  });

  it('a kernel’s shader declares its bindings with their shapes, and has nothing left to expand', () => {
    const shader = wgsl(lowRank({ K: 8, norm: true, slots: 4, layers: 2, tokens: 4 }));
    expect(shader).toContain('@group(0) @binding(5) var<uniform> slots: array<Slot, 4>; // [layers, adapters]');
    expect(shader).toContain('@group(0) @binding(6) var<storage, read_write> low: array<vec4<f32>>; // [M, layers, RS]');
    expect(shader).toContain('fn main(@builtin(global_invocation_id)');
    expect(shader).not.toMatch(/^\s*#|\{\w+\}/m);
  });
});
