/**
 * An update's loss and gradients in @jax-js/jax: the same Llama with LoRA on all seven projections as the other peers',
 * differentiated by `valueAndGrad` under `jit`. Plain JavaScript, because a page loads it as it is. Every function of the
 * library takes its arguments' references over; `.ref` keeps one.
 *
 * @param {typeof import('@jax-js/jax')} jax
 * @param {{ hidden: number, intermediate: number, layers: number, heads: number, vocabulary: number, rows: number,
 *   length: number, first: number, rank: number, scale: number, eps: number, theta: number }} size
 * @param {'thin' | 'merged'} form `thin`: x W + s (x A) B; `merged`: x (W + s A B)
 * @returns {() => Promise<number>} runs one update, returns the loss
 */
export function makeUpdate({ numpy: np, nn, jit, valueAndGrad, tree, blockUntilReady }, size, form) {
  const { hidden, intermediate, layers, heads, vocabulary, rows, length, first, rank, scale, eps, theta } = size;
  const features = hidden / heads;
  const projections = {
    q: [hidden, hidden],
    k: [hidden, hidden],
    v: [hidden, hidden],
    o: [hidden, hidden],
    gate: [hidden, intermediate],
    up: [hidden, intermediate],
    down: [intermediate, hidden],
  };

  // Values do not matter to the time; any generator that is the same each time serves.
  let state = 1;
  const noise = (shape) => {
    const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
    for (let i = 0; i < data.length; i += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      data[i] = (state / 2 ** 32 - 0.5) * 0.17;
    }
    return np.array(data).reshape(shape);
  };
  const perLayer = (make) =>
    Array.from({ length: layers }, () => Object.fromEntries(Object.entries(projections).map(([name, shape]) => [name, make(shape)])));
  const base = { embedding: noise([vocabulary, hidden]), layers: perLayer((shape) => noise(shape)) };
  const adapters = perLayer(([inputs, outputs]) => ({ a: noise([inputs, rank]), b: noise([rank, outputs]) }));

  const angles = Array.from({ length }, (_, t) => Array.from({ length: features / 2 }, (_x, i) => t * theta ** ((-2 * i) / features)));
  const table = (of) => np.array(angles.map((row) => row.map(of))).reshape([1, length, 1, features / 2]);
  const id = (row, t) => (row * 7 + t * 3) % vocabulary;
  const ids = np.array(
    Array.from({ length: rows }, (_, row) => Array.from({ length }, (_x, t) => id(row, t))),
    { dtype: np.int32 },
  );
  const scored = length - first + 1;
  const targets = np.array(
    Array.from({ length: rows }, (_, row) => Array.from({ length: scored }, (_x, t) => id(row, first + t))),
    { dtype: np.int32 },
  );
  const data = { ids, targets: nn.oneHot(targets, vocabulary), cos: table(Math.cos), sin: table(Math.sin) };

  // The norms' gains are 1 and left out.
  const norm = (x) => {
    const power = np.mean(np.square(x.ref), -1, { keepdims: true });
    return x.div(np.sqrt(power.add(eps)));
  };
  const project = (x, w, { a, b }) =>
    form === 'merged' ? np.matmul(x, w.add(np.matmul(a, b).mul(scale))) : np.matmul(x.ref, w).add(np.matmul(np.matmul(x, a), b).mul(scale));
  const rotate = (x, cos, sin) => {
    const half = features / 2;
    const left = x.ref.slice([], [], [], [0, half]);
    const right = x.slice([], [], [], [half, features]);
    return np.concatenate([left.ref.mul(cos.ref).sub(right.ref.mul(sin.ref)), right.mul(cos).add(left.mul(sin))], -1);
  };

  function loss(lora, { embedding, layers: weights }, { ids: tokens, targets: wanted, cos, sin }) {
    const split = (x) => x.reshape([rows, length, heads, features]);
    let x = np.take(embedding.ref, tokens, 0).reshape([rows * length, hidden]);
    weights.forEach((w, layer) => {
      const adapter = lora[layer];
      const h = norm(x.ref);
      const q = rotate(split(project(h.ref, w.q, adapter.q)), cos.ref, sin.ref);
      const k = rotate(split(project(h.ref, w.k, adapter.k)), cos.ref, sin.ref);
      const v = split(project(h, w.v, adapter.v));
      const attended = nn.dotProductAttention(q, k, v, { isCausal: true }).reshape([rows * length, hidden]);
      x = x.add(project(attended, w.o, adapter.o));
      const h2 = norm(x.ref);
      const gate = project(h2.ref, w.gate, adapter.gate);
      const up = project(h2, w.up, adapter.up);
      x = x.add(project(nn.silu(gate).mul(up), w.down, adapter.down));
    });
    cos.dispose();
    sin.dispose();
    const chosen = norm(x.reshape([rows, length, hidden]).slice([], [first - 1, length], [])).reshape([rows * scored, hidden]);
    const logp = nn.logSoftmax(np.matmul(chosen, embedding.transpose()), -1);
    const logprobs = logp.ref.mul(wanted.reshape([rows * scored, vocabulary])).sum(-1);
    const entropies = np.exp(logp.ref).mul(logp).sum(-1).neg();
    return np.mean(logprobs.add(entropies));
  }

  const differentiate = jit(valueAndGrad(loss));
  return async () => {
    const [value, gradients] = differentiate(tree.ref(adapters), tree.ref(base), tree.ref(data));
    await blockUntilReady(gradients);
    tree.dispose(gradients);
    const [number] = await value.data();
    return number;
  };
}
