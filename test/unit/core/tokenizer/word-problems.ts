/** Texts like the product's arithmetic transcripts: 8 names, 8 objects, 3 kinds of problem, roles and profiles. */
const names = ['bob', 'ann', 'tom', 'sue', 'ian', 'eva', 'max', 'zoe'];
const objects = ['apples', 'nuts', 'toys', 'books', 'eggs', 'pens', 'cups', 'hats'];

/** `count` texts, in an order that mixes every name, object and number. */
export function wordProblems(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [name, object, a, b] = [names[i % 8], objects[(i * 5 + (i >> 3)) % 8], 1 + (i % 9), 1 + ((i * 7) % 9)];
    const problems = [
      `${name} has ${a} bags of ${b} ${object}. how many?`,
      `${name} has ${a} ${object} and loses ${b}. how many?`,
      `${name} has ${a} ${object} and buys ${b} more. how many?`,
    ];
    return [
      'problem: ',
      problems[i % 3],
      'planner: ',
      `${a}*${b}`,
      'solver: ',
      `=${a * b}`,
      ' write the expression',
      ' compute the answer',
    ];
  }).flat() as string[];
}
