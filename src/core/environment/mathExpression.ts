/**
 * LaTeX or plain mathematics as a value: read into a function of its variables, which the grader evaluates at a few fixed
 * points. Complex arithmetic throughout, so that `6-5i` and `\sqrt{-4}` are values like any other. This text is evaluated
 * in the sandbox beside the grader, so it stands alone; nesting and length are bounded, and it never backtracks.
 */

/** A complex number, real and imaginary part. */
export type Complex = readonly [number, number];

/** The value of a variable at the point in question. */
export type Point = (variable: string) => Complex;

export type Expression = (at: Point) => Complex;

/** Longest text that is read, UTF-16 units, and how deep brackets may nest. */
export const EXPRESSION_LIMITS = { length: 600, depth: 24 } as const;

class Unreadable extends Error {}

const add = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]];
const subtract = (a: Complex, b: Complex): Complex => [a[0] - b[0], a[1] - b[1]];
const multiply = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];

function divide(a: Complex, b: Complex): Complex {
  // A real divisor divides each part by itself: 1/3 must be the double nearest to it.
  if (b[1] === 0) return [a[0] / b[0], a[1] / b[0]];
  const size = b[0] * b[0] + b[1] * b[1];
  return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size];
}

const exponential = ([x, y]: Complex): Complex => [Math.exp(x) * Math.cos(y), Math.exp(x) * Math.sin(y)];
const logarithm = ([x, y]: Complex): Complex => [Math.log(Math.hypot(x, y)), Math.atan2(y, x)];

const sine = ([x, y]: Complex): Complex => [Math.sin(x) * Math.cosh(y), Math.cos(x) * Math.sinh(y)];
const cosine = ([x, y]: Complex): Complex => [Math.cos(x) * Math.cosh(y), -Math.sin(x) * Math.sinh(y)];

function power(base: Complex, exponent: Complex): Complex {
  const [n, imaginary] = exponent;
  if (imaginary === 0 && base[1] === 0 && (base[0] >= 0 || Number.isInteger(n))) return [base[0] ** n, 0];
  if (imaginary === 0 && Number.isInteger(n) && Math.abs(n) <= 64) {
    let product: Complex = [1, 0];
    for (let i = 0; i < Math.abs(n); i += 1) product = multiply(product, base);
    return n < 0 ? divide([1, 0], product) : product;
  }
  return base[0] === 0 && base[1] === 0 ? [0, 0] : exponential(multiply(exponent, logarithm(base)));
}

/** Applies `work` to a real number; any other gives NaN. */
function real(work: (x: number) => number): (value: Complex) => Complex {
  return ([x, y]) => [y === 0 ? work(x) : Number.NaN, 0];
}

function factorial(n: number): number {
  if (!Number.isInteger(n) || n < 0 || n > 170) return Number.NaN;
  let product = 1;
  for (let i = 2; i <= n; i += 1) product *= i;
  return product;
}

function choose(n: number, k: number): number {
  if (!Number.isInteger(n) || !Number.isInteger(k) || k < 0 || k > n || n > 1000) return Number.NaN;
  let count = 1;
  for (let i = 1; i <= k; i += 1) count = Math.round((count * (n - k + i)) / i);
  return count;
}

const FUNCTIONS: Readonly<Record<string, (value: Complex) => Complex>> = {
  sin: sine,
  cos: cosine,
  tan: (z) => divide(sine(z), cosine(z)),
  sec: (z) => divide([1, 0], cosine(z)),
  csc: (z) => divide([1, 0], sine(z)),
  cot: (z) => divide(cosine(z), sine(z)),
  arcsin: real(Math.asin),
  arccos: real(Math.acos),
  arctan: real(Math.atan),
  sinh: real(Math.sinh),
  cosh: real(Math.cosh),
  tanh: real(Math.tanh),
  ln: logarithm,
  exp: exponential,
  abs: ([x, y]) => [Math.hypot(x, y), 0],
  sqrt: (value) => power(value, [0.5, 0]),
};
const CONSTANTS: Readonly<Record<string, Complex>> = { pi: [Math.PI, 0], e: [Math.E, 0], i: [0, 1] };
/** Longest first: `arcsin` before `sin`. */
const WORDS = [...Object.keys(FUNCTIONS), 'log', 'pi'].toSorted((a, b) => b.length - a.length);
const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const TIMES = ['\\cdot', '\\times', '*', '·', '×'];
const OVER = ['\\div', '/', '÷'];
const GREEK = /^(?:alpha|beta|gamma|delta|epsilon|theta|lambda|mu|nu|rho|sigma|tau|phi|varphi|chi|psi|omega|ell)$/;

class Reader {
  #at = 0;
  #depth = 0;
  constructor(readonly text: string) {}

  whole(): Expression {
    const expression = this.#sum();
    if (this.#next() !== '') throw new Unreadable();
    return expression;
  }

  #next(): string {
    while (this.text[this.#at] === ' ') this.#at += 1;
    return this.text[this.#at] ?? '';
  }

  /** Takes the first of `words` that stands here; a command ends where its letters do. */
  #take(...words: readonly string[]): string | null {
    this.#next();
    for (const word of words) {
      if (!this.text.startsWith(word, this.#at)) continue;
      if (word.startsWith('\\') && /[a-z]/i.test(this.text[this.#at + word.length] ?? '')) continue;
      this.#at += word.length;
      return word;
    }
    return null;
  }

  #nested<T>(work: () => T): T {
    this.#depth += 1;
    if (this.#depth > EXPRESSION_LIMITS.depth) throw new Unreadable();
    const result = work();
    this.#depth -= 1;
    return result;
  }

  #sum(): Expression {
    let left = this.#product();
    for (;;) {
      const sign = this.#take('+', '-', '−');
      if (sign === null) return left;
      const [a, b] = [left, this.#product()];
      left = sign === '+' ? (at) => add(a(at), b(at)) : (at) => subtract(a(at), b(at));
    }
  }

  #product(): Expression {
    if (this.#take('-', '−') !== null) {
      const rest = this.#nested(() => this.#product());
      return (at) => subtract([0, 0], rest(at));
    }
    this.#take('+');
    let left = this.#factor();
    for (;;) {
      const over = this.#take(...OVER) !== null;
      const times = over || this.#take(...TIMES) !== null;
      if (!times && !this.#begins()) return left;
      const negative = times && this.#take('-', '−') !== null;
      const [a, factor] = [left, this.#factor()];
      const b: Expression = negative ? (at) => subtract([0, 0], factor(at)) : factor;
      left = over ? (at) => divide(a(at), b(at)) : (at) => multiply(a(at), b(at));
    }
  }

  /** Whether a factor begins here, for products without a sign. */
  #begins(): boolean {
    return /[\w.({[\\√π]/.test(this.#next());
  }

  #factor(): Expression {
    let base = this.#atom();
    for (;;) {
      if (this.#take('^', '**') !== null) {
        const [a, n] = [base, this.#argument()];
        base = (at) => power(a(at), n(at));
      } else if (this.#take('!') !== null) {
        const a = base;
        base = (at) => real(factorial)(a(at));
      } else return base;
    }
  }

  #atom(): Expression {
    const next = this.#next();
    if (/[\d.]/.test(next)) return this.#number();
    if (Object.hasOwn(OPENING, next)) return this.#bracket(OPENING[next] ?? '');
    if (next === '|') return this.#absolute('|');
    if (next === '\\') return this.#command();
    if (this.#take('√') !== null) return this.#applied('sqrt');
    if (this.#take('π') !== null) return () => CONSTANTS['pi'] ?? [0, 0];
    if (/[a-z]/i.test(next)) return this.#word();
    throw new Unreadable();
  }

  #number(): Expression {
    const digits = /[\d.]+/y;
    digits.lastIndex = this.#at;
    const written = digits.exec(this.text)?.[0] ?? '';
    const value = Number(written);
    if (!Number.isFinite(value)) throw new Unreadable();
    this.#at += written.length;
    // A mixed number: an integer right before a fraction of integers.
    const mixed = /\s*\\frac\s*(?:\{(\d+)\}|(\d))\s*(?:\{(\d+)\}|(\d))|\s+(\d+)\/(\d+)(?![\d.])/y;
    mixed.lastIndex = this.#at;
    const found = written.includes('.') ? null : mixed.exec(this.text);
    if (found) {
      this.#at += found[0].length;
      const [, a, b, c, d, over, under] = found;
      const sum = value + Number(a ?? b ?? over) / Number(c ?? d ?? under);
      return () => [sum, 0];
    }
    // Digits with a base are no product of anything: a symbol of its own.
    if (this.text[this.#at] === '_') return this.#variable(written);
    return () => [value, 0];
  }

  #bracket(end: string): Expression {
    this.#at += 1;
    return this.#nested(() => {
      const inner = this.#sum();
      if (this.#take(end) === null) throw new Unreadable();
      return inner;
    });
  }

  #absolute(end: string): Expression {
    this.#at += 1;
    const inner = this.#nested(() => this.#sum());
    if (this.#take(end) === null) throw new Unreadable();
    return (at) => FUNCTIONS['abs']?.(inner(at)) ?? [0, 0];
  }

  /** What `\frac`, `^` and the like take: a group, else one digit, one letter or one command. */
  #argument(): Expression {
    const next = this.#next();
    if (next === '{') return this.#bracket('}');
    if (/\d/.test(next)) {
      this.#at += 1;
      return () => [Number(next), 0];
    }
    if (next === '-' || next === '−') {
      this.#at += 1;
      const rest = this.#nested(() => this.#argument());
      return (at) => subtract([0, 0], rest(at));
    }
    return this.#nested(() => this.#atom());
  }

  #command(): Expression {
    const name = /\\([a-z]+)/iy;
    name.lastIndex = this.#at;
    const found = name.exec(this.text)?.[1];
    if (found === undefined) throw new Unreadable();
    this.#at += found.length + 1;
    if (found === 'frac') {
      const [a, b] = [this.#argument(), this.#argument()];
      return (at) => divide(a(at), b(at));
    }
    if (found === 'binom') {
      const [n, k] = [this.#argument(), this.#argument()];
      return (at) => [choose(n(at)[0], k(at)[0]), 0];
    }
    if (found === 'lfloor' || found === 'lceil') {
      const inner = this.#nested(() => this.#sum());
      if (this.#take(found === 'lfloor' ? '\\rfloor' : '\\rceil') === null) throw new Unreadable();
      const round = found === 'lfloor' ? Math.floor : Math.ceil;
      return (at) => real(round)(inner(at));
    }
    if (found === 'log' || Object.hasOwn(FUNCTIONS, found)) return this.#applied(found);
    if (Object.hasOwn(CONSTANTS, found)) return () => CONSTANTS[found] ?? [0, 0];
    if (GREEK.test(found)) return this.#variable(found);
    throw new Unreadable();
  }

  #word(): Expression {
    const word = WORDS.find((candidate) => this.text.startsWith(candidate, this.#at));
    if (word !== undefined) {
      this.#at += word.length;
      return word === 'pi' ? () => [Math.PI, 0] : this.#applied(word);
    }
    const letter = this.text[this.#at] ?? '';
    this.#at += 1;
    return this.text[this.#at] !== '_' && Object.hasOwn(CONSTANTS, letter) ? () => CONSTANTS[letter] ?? [0, 0] : this.#variable(letter);
  }

  /** A variable with its subscript, if it has one. */
  #variable(letter: string): Expression {
    const subscript = /\s*_(?:\{([\w ]{1,16})\}|(\w))/y;
    subscript.lastIndex = this.#at;
    const found = subscript.exec(this.text);
    if (found) this.#at += found[0].length;
    const name = found ? `${letter}_${(found[1] ?? found[2] ?? '').replaceAll(' ', '')}` : letter;
    return (at) => at(name);
  }

  /** A function with its index (`\sqrt[3]{x}`, `\log_2 8`), its power (`\sin^2 x`) and what it is of. */
  #applied(name: string): Expression {
    let index: Expression | null = null;
    if (name === 'sqrt' && this.#next() === '[') index = this.#bracket(']');
    if (name === 'log' && this.#take('_') !== null) index = this.#argument();
    const exponent = this.#take('^') === null ? null : this.#argument();
    const inner = Object.hasOwn(OPENING, this.#next())
      ? this.#atom()
      : this.#nested(() => (name === 'sqrt' ? this.#argument() : this.#plainProduct()));
    const work = FUNCTIONS[name];
    const value: Expression = (at) => {
      const x = inner(at);
      if (name === 'log') return divide(logarithm(x), logarithm(index ? index(at) : [10, 0]));
      return index ? power(x, divide([1, 0], index(at))) : (work?.(x) ?? [Number.NaN, 0]);
    };
    return exponent === null ? value : (at) => power(value(at), exponent(at));
  }

  /** `\sin 2x`: factors up to the next sign or bracket. */
  #plainProduct(): Expression {
    let left = this.#factor();
    while (/[\dA-Za-z]/.test(this.#next())) {
      const [a, b] = [left, this.#factor()];
      left = (at) => multiply(a(at), b(at));
    }
    return left;
  }
}

/** The expression that `text` writes, or `null` where it writes none. */
export function readExpression(text: string): Expression | null {
  if (text.trim() === '' || text.length > EXPRESSION_LIMITS.length) return null;
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
