/** What a span's attributes say of a model's call by OpenInference's semantic conventions, which Phoenix records (spec/semantic_conventions.md). */
import type { ImportedMessage, PromptPart } from '../importedRun.ts';
import { chatOf, finishOf } from './chat.ts';
import type { Span } from './spans.ts';
import { indexed, numberOrNull, type Table, tableOf, textOrNull, unflattened, unpacked } from './values.ts';

type Known = Pick<Span, 'agent' | 'said' | 'tool' | 'skills' | 'info'>;

/** Whether attributes are of these conventions; `kind` is what Phoenix writes beside them. */
export const isOpenInference = (attributes: Table): boolean =>
  'openinference.span.kind' in attributes || tableOf(tableOf(attributes['openinference'])['span'])['kind'] !== undefined;

/** `kind` is `openinference.span.kind` where that stands beside the attributes. */
export function openInferenceSpan(attributes: Table, name: string, kind: unknown = null): Known {
  const tree = unflattened(attributes);
  const at = (...path: readonly string[]): unknown => path.reduce<unknown>((table, step) => tableOf(table)[step], tree);
  const type = at('openinference', 'span', 'kind') ?? kind;
  const metadata = tableOf(at('metadata'));
  const node = textOrNull(metadata['langgraph_node']) ?? textOrNull(at('graph', 'node', 'name')) ?? textOrNull(at('graph', 'node', 'id'));
  const agent = textOrNull(at('agent', 'name')) ?? node ?? (type === 'AGENT' ? textOrNull(name) : null);
  const parameters = tableOf(at('llm', 'invocation_parameters'));
  const output = indexed(at('llm', 'output_messages')).flatMap(messageOf);
  const input = indexed(at('llm', 'input_messages')).flatMap(messageOf);
  const said: Partial<ImportedMessage> | null =
    type === 'LLM'
      ? {
          prompt: input.length > 0 ? input : (promptOf(at('llm', 'prompts')) ?? valueOf(at('input'), 'user')),
          text: output[0]?.text ?? completionOf(at('llm', 'choices')) ?? valueOf(at('output'), 'assistant')?.at(-1)?.text ?? null,
          finish: finishOf(at('llm', 'finish_reason')),
          temperature: numberOrNull(parameters['temperature']),
          maxTokens: numberOrNull(parameters['max_tokens']) ?? numberOrNull(parameters['max_completion_tokens']),
        }
      : null;
  return {
    agent,
    said,
    tool:
      type === 'TOOL'
        ? {
            name: textOrNull(at('tool', 'name')) ?? name,
            input: unpacked(at('input', 'value') ?? null),
            output: unpacked(at('output', 'value') ?? null),
          }
        : null,
    skills: {
      ...scoresIn(at('evaluations'), 'evaluation'),
      ...scoresIn(at('annotations'), 'annotation'),
      ...scoresIn(at('trace', 'annotations'), 'annotation'),
    },
    info: {
      ...(at('llm', 'model_name') !== undefined && { model: at('llm', 'model_name') }),
      ...(at('session', 'id') !== undefined && { session: at('session', 'id') }),
    },
  };
}

/** `{message: {role, content, contents: {0: {message_content: {type, text}}}, tool_calls: {0: {tool_call: {function}}}}}`. */
function messageOf(value: unknown): readonly PromptPart[] {
  const message = tableOf(tableOf(value)['message'] ?? tableOf(unflattened(tableOf(value)))['message']);
  const contents = indexed(message['contents']).map((piece) => tableOf(tableOf(piece)['message_content']));
  const calls = indexed(message['tool_calls']).map((call) => tableOf(tableOf(call)['tool_call']));
  const role = textOrNull(message['role']);
  if (role === null) return [];
  const content = message['content'] ?? (contents.length > 0 ? contents : null);
  return chatOf({ role, content, ...(calls.length > 0 && { tool_calls: calls }) }) ?? [];
}

function promptOf(list: unknown): readonly PromptPart[] | null {
  const texts = indexed(list).flatMap((one) => textOrNull(tableOf(tableOf(one)['prompt'])['text']) ?? []);
  return texts.length > 0 ? texts.map((text) => ({ role: 'user', text })) : null;
}

const completionOf = (list: unknown): string | null => textOrNull(tableOf(tableOf(indexed(list)[0])['completion'])['text']);

/** `input.value` or `output.value`: a text, or the JSON of what went over the wire. */
function valueOf(given: unknown, role: string): readonly PromptPart[] | null {
  const { value } = tableOf(given);
  const text = textOrNull(value);
  return chatOf(value) ?? (text === null ? null : [{ role, text }]);
}

function scoresIn(list: unknown, as: 'evaluation' | 'annotation'): Readonly<Record<string, number>> {
  return Object.fromEntries(
    indexed(list).flatMap((one): [string, number][] => {
      const fields = tableOf(tableOf(one)[as]);
      const [name, score] = [textOrNull(fields['name']), numberOrNull(fields['score'])];
      return name === null || score === null ? [] : [[name, score]];
    }),
  );
}
