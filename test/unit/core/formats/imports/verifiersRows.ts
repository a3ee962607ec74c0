/** What a line of verifiers' traces says of each sampled message, computed from the JSON by paths written out plainly. */
export interface NodeRow {
  parent?: number;
  message: { role: string; content?: string | null; reasoning_content?: string; tool_calls?: { name: string; arguments: string }[] };
  sampled: boolean;
  timestamp: number;
  token_ids: number[];
  mask: boolean[];
  logprobs: number[];
  advantages?: number[];
}

export interface TraceRow {
  agent: { name: string };
  nodes: NodeRow[];
  calls: { node: number; finish_reason: string }[];
  rewards: Record<string, { score: number; weight: number }>;
  metrics: Record<string, number | null>;
  stop_condition: string;
}

export interface EpisodeRow {
  id: string;
  group?: { id: string };
  task: { key: string };
  run: { type: string; work?: { type: string; step: number } };
  traces: TraceRow[];
}

export const rowsOf = <T>(bytes: Uint8Array | undefined): T[] =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

export function textOf({ message }: NodeRow): string {
  const { content, reasoning_content: thought, tool_calls: calls } = message;
  const lines = thought === undefined ? [] : [`<think>\n${thought}\n</think>`];
  if (content) lines.push(content);
  for (const call of calls ?? [])
    lines.push(`<tool_call>{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}</tool_call>`);
  return lines.join('\n');
}

/** The sampled messages of an episode by their times, with what their files say of them. */
export function expectedMessages({ traces }: EpisodeRow): Record<string, unknown>[] {
  return traces
    .flatMap((trace) =>
      trace.nodes.flatMap((node, index) => {
        if (!node.sampled) return [];
        const path: NodeRow[] = [];
        for (let of = node.parent; of !== undefined; of = trace.nodes[of]?.parent) path.unshift(trace.nodes[of] as NodeRow);
        const start = node.mask.indexOf(true);
        const reason = trace.calls.find((call) => call.node === index)?.finish_reason;
        const message = {
          agent: trace.agent.name,
          turn: trace.nodes.slice(0, index).filter(({ sampled }) => sampled).length,
          text: textOf(node),
          prompt: path.map((one) => ({ role: one.message.role, text: textOf(one) })),
          promptIds: start < 0 ? null : [...path.flatMap(({ token_ids }) => token_ids), ...node.token_ids.slice(0, start)],
          responseIds: start < 0 ? null : node.token_ids.slice(start),
          logprobs: start < 0 ? null : node.logprobs,
          advantages: node.advantages ?? null,
          finish: reason === 'length' ? 'length' : 'stop',
          temperature: 0.75,
          maxTokens: 64,
        };
        return [{ time: node.timestamp, message }];
      }),
    )
    .sort((a, b) => a.time - b.time)
    .map(({ message }) => message);
}

export const rewardOf = ({ rewards }: TraceRow): number =>
  Object.values(rewards).reduce((sum, { score, weight }) => sum + score * weight, 0);
