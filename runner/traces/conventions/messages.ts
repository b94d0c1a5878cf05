import { defined, isJsonObject, type Json, type JsonObject, jsonOrText, jsonText } from '../../values/index.ts';
import { textAt } from './attributes.ts';

/** A message taken apart: what was said, which tools were called, and what they answered. */
export type SaidMessage = {
  role: string;
  texts: string[];
  calls: { id: string | undefined; name: string; arguments: Json }[];
  results: { id: string | undefined; value: Json }[];
  /** Images, files, thoughts and whatever else there is. */
  others: Json[];
};

/** A message in parts, as OpenTelemetry and the AI SDK write it, or in the shape of chat completions. */
export function readMessage(written: Json, role = 'user'): SaidMessage {
  const said: SaidMessage = { role, texts: [], calls: [], results: [], others: [] };
  if (!isJsonObject(written)) {
    addPart(said, written);
    return said;
  }
  said.role = textAt(written, 'role') ?? role;
  for (const part of partsOf(written.parts ?? written.content ?? null)) addPart(said, part);
  for (const call of partsOf(written.tool_calls ?? null))
    addPart(said, isJsonObject(call) ? { ...call, type: 'tool_call' } : call);
  const id = textAt(written, 'tool_call_id', 'id');
  if (said.role !== 'tool' || said.results.length > 0) return said;
  return { ...said, results: [{ id, value: said.texts.join('') }], texts: [] };
}

/** Messages in the shape of chat completions, as calls through the runner are kept. */
export function chatMessages(said: readonly SaidMessage[]): Json[] {
  return said.flatMap(({ role, texts, calls, results, others }): Json[] => {
    const answered = results.map(
      ({ id, value }): Json => ({ role: 'tool', ...defined({ tool_call_id: id }), content: jsonText(value) }),
    );
    const isEmpty = texts.length + calls.length + others.length === 0;
    if (isEmpty && answered.length > 0) return answered;
    const text = texts.join('');
    const parts: Json[] = text === '' ? others : [{ type: 'text', text }, ...others];
    const asked = calls.map(
      ({ id, name, arguments: given }): Json => ({
        ...defined({ id }),
        type: 'function',
        function: { name, arguments: jsonText(given) },
      }),
    );
    const content = others.length === 0 ? text : parts;
    return [{ role, content, ...(asked.length === 0 ? {} : { tool_calls: asked }) }, ...answered];
  });
}

/** What a model answered, of one choice or several parts. */
export function chatAnswer(said: readonly SaidMessage[]): { content: string; toolCalls: Json[] } | undefined {
  if (said.length === 0) return undefined;
  return {
    content: said.flatMap(({ texts }) => texts).join(''),
    toolCalls: said.flatMap(({ calls }) =>
      calls.map(({ id, name, arguments: given }): Json => ({ ...defined({ id }), tool: name, arguments: given })),
    ),
  };
}

function partsOf(content: Json): Json[] {
  if (content === null) return [];
  return Array.isArray(content) ? content : [content];
}

function addPart(said: SaidMessage, part: Json): void {
  if (!isJsonObject(part)) {
    if (part !== null) said.texts.push(jsonText(part));
    return;
  }
  const type = String(part.type ?? '').replaceAll('-', '_');
  const text = part.content ?? part.text;
  if (type === 'text' && typeof text === 'string') said.texts.push(text);
  else if (['tool_call', 'tool_use', 'function'].includes(type)) said.calls.push(readCall(part));
  else if (['tool_call_response', 'tool_result'].includes(type)) said.results.push(readResult(part));
  else said.others.push(part);
}

function readCall(part: JsonObject): SaidMessage['calls'][number] {
  const named = isJsonObject(part.function) ? part.function : part;
  const given = named.arguments ?? named.input ?? named.args ?? null;
  return {
    id: textAt(part, 'id', 'toolCallId'),
    name: textAt(named, 'name', 'toolName') ?? 'unknown',
    arguments: typeof given === 'string' ? jsonOrText(given) : given,
  };
}

/** The AI SDK wraps what a tool gave: `{type: 'json', value}`. */
function readResult(part: JsonObject): SaidMessage['results'][number] {
  const given = part.response ?? part.result ?? part.output ?? part.content ?? null;
  const isWrapped = isJsonObject(given) && typeof given.type === 'string' && Object.hasOwn(given, 'value');
  return { id: textAt(part, 'id', 'toolCallId', 'tool_use_id'), value: isWrapped ? (given.value ?? null) : given };
}
