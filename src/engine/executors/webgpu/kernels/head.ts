/**
 * WGSL for a head's features in registers: the head q is the vectors q0, q1, … of four features each, the last filled up with
 * zeros. Registers cannot be indexed, so what is done to a head is written out vector by vector.
 */
import { type Element, floatsOf, four } from './kernel.ts';
import { range } from './template.ts';

export interface Head {
  /** What its buffers are made of. */
  readonly element: Element;
  /** The same of buffers in 16 bits, two numbers a word. */
  readonly packed: Element;
  /** Its vectors, for loops. */
  readonly vectors: readonly number[];
  /** Declares the head `name` with zeros. */
  zero(name: string): string;
  /** Declares the head `name`, which begins at float `at` of `buffer`. */
  load(name: string, buffer: string, at: string): string;
  /** The same of a buffer in 16 bits; needs {@link HALVES}. */
  loadHalf(name: string, buffer: string, at: string): string;
  /** Puts the head `name` at float `at` of `buffer`. */
  store(buffer: string, at: string, name: string, over?: string): string;
  /** The same of a buffer in 16 bits; needs {@link HALVES}. */
  storeHalf(buffer: string, at: string, name: string): string;
  /** The dot product of two heads. */
  dot(a: string, b: string): string;
  /**
   * Declares the head `to`: the head `from` turned by the token's angles (HF's rotate_half), whose cosines, then sines, begin
   * at `turn` in turns; after an RMSNorm with row `gain` of norms where the kernel has `norms`.
   */
  rotary(from: string, to: string, gain: number): string;
}

export function head(headDim: number): Head {
  const vectors = range(Math.ceil(headDim / 4));
  const half = headDim / 2;
  const whole = four(headDim);
  const each = (line: (d: number) => string) => vectors.map(line).join(' ');
  /** Values of the four features of vector `d`, zeros behind the last. */
  const lanes = (d: number, value: (feature: number) => string) =>
    [0, 1, 2, 3].map((lane) => (d * 4 + lane < headDim ? value(d * 4 + lane) : '0.0')).join(', ');
  const part = (buffer: string, at: string, d: number) =>
    whole ? `${buffer}[${at} / 4u + ${d}u]` : `vec4<f32>(${lanes(d, (feature) => `${buffer}[${at} + ${feature}u]`)})`;
  const put = (buffer: string, at: string, d: number, value: string) => {
    if (whole) return `${buffer}[${at} / 4u + ${d}u] = ${value};`;
    const features = [0, 1, 2, 3].filter((lane) => d * 4 + lane < headDim);
    return `{ let v = ${value}; ${features.map((lane) => `${buffer}[${at} + ${d * 4 + lane}u] = v[${lane}];`).join(' ')} }`;
  };
  // A head has an even number of features: of the last vector one word may be another head's.
  const words = (buffer: string, at: string, d: number) => {
    if (whole) return `${buffer}[${at} / 4u + ${d}u]`;
    const word = (lane: number) => (d * 4 + lane < headDim ? `${buffer}[${at} / 2u + ${d * 2 + lane / 2}u]` : '0u');
    return `vec2<u32>(${word(0)}, ${word(2)})`;
  };
  const putWords = (buffer: string, at: string, d: number, value: string) => {
    if (whole) return `${buffer}[${at} / 4u + ${d}u] = pack_half(${value});`;
    const features = [0, 2].filter((lane) => d * 4 + lane < headDim);
    return `{ let w = pack_half(${value}); ${features.map((lane) => `${buffer}[${at} / 2u + ${d * 2 + lane / 2}u] = w[${lane / 2}];`).join(' ')} }`;
  };
  const dot = (a: string, b: string) => vectors.map((d) => `dot(${a}${d}, ${b}${d})`).join(' + ');
  const feature = (name: string, index: number) => `${name}${Math.floor(index / 4)}.${'xyzw'[index % 4]}`;
  const turned = (from: string, index: number) =>
    index < half
      ? `${feature(from, index)} * turns[turn + ${index}u] - ${feature(from, index + half)} * turns[turn + ${half + index}u]`
      : `${feature(from, index)} * turns[turn + ${index - half}u] + ${feature(from, index - half)} * turns[turn + ${index}u]`;
  const rotate = (from: string, to: string) => each((d) => `let ${to}${d} = vec4<f32>(${lanes(d, (index) => turned(from, index))});`);
  return {
    element: floatsOf(whole),
    packed: whole ? 'vec2<u32>' : 'u32',
    vectors,
    zero: (name) => each((d) => `var ${name}${d} = vec4<f32>(0.0);`),
    load: (name, buffer, at) => each((d) => `let ${name}${d} = ${part(buffer, at, d)};`),
    loadHalf: (name, buffer, at) => each((d) => `let ${name}${d} = unpack_half(${words(buffer, at, d)});`),
    storeHalf: (buffer, at, name) => each((d) => putWords(buffer, at, d, `${name}${d}`)),
    store: (buffer, at, name, over = '') => each((d) => put(buffer, at, d, `${name}${d}${over}`)),
    dot,
    rotary: (from, to, gain) => `
#if norms
  let ${to}n_inverse = inverseSqrt((${dot(from, from)}) / ${headDim}.0 + p.eps);
  ${each((d) => `let ${to}n${d} = ${from}${d} * ${to}n_inverse * ${part('norms', `${gain * headDim}u`, d)};`)}
  ${rotate(`${to}n`, to)}
#else
  ${rotate(from, to)}
#end`,
  };
}
