import { type PathStep, parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import type { ToolCall, Usage } from '../../contract/index.ts';
import { reportedUsage } from '../../models/reported-usage.ts';
import { AgentError, type AgentResponse, tooLongText } from '../../ports/index.ts';
import { isJsonObject, type Json, jsonIn } from '../../values/index.ts';
import { createCallPieces } from './call-pieces.ts';
import { readToolCall } from './read-tool-call.ts';

/** The paths of the parts of an answer: JSON paths, as written and as read. */
export type AnswerPaths = {
  output: WrittenPath;
  toolCalls: WrittenPath | undefined;
  usage: WrittenPath | undefined;
};
type WrittenPath = { written: string; steps: PathStep[] };

/** Adds up the documents of one answer: the only one, or every event of a stream. */
export type AnswerCollector = {
  /**
   * Returns true if the document could be read: it must be JSON, or any text if the output is the whole answer.
   * @throws an `AgentError` for one that says that the answer failed
   */
  add(written: string): boolean;
  /** The text so far. */
  text(): string;
  /** `undefined` when neither a text nor a tool call was found. */
  response(): AgentResponse | undefined;
};

/** Reads the paths of an agent; one that is not understood throws a configuration error. */
export function readAnswerPaths(
  agentId: string,
  written: { output: string; tool_calls?: string | undefined; usage?: string | undefined },
): AnswerPaths {
  const read = (field: string, path: string): WrittenPath => {
    const parsed = parseJsonPath(path);
    if (parsed.kind === 'path') return { written: path, steps: parsed.steps };
    throw new AgentError(`agent "${agentId}": its ${field}: ${parsed.reason}`, 'configuration');
  };
  return {
    output: read('output', written.output),
    toolCalls: written.tool_calls === undefined ? undefined : read('tool_calls', written.tool_calls),
    usage: written.usage === undefined ? undefined : read('usage', written.usage),
  };
}

export function createAnswerCollector({ output, toolCalls, usage }: AnswerPaths, maxAnswer: number): AnswerCollector {
  const texts: string[] = [];
  const calls = createCallPieces();
  let data: Json | undefined;
  let spent: Usage | undefined;
  let isFound = false;
  let bytes = 0;
  return {
    add(written) {
      const document = jsonIn(written) ?? (output.steps.length === 0 ? written : undefined);
      if (document === undefined) return false;
      const value = outputAt(document, output.steps);
      isFound ||= value !== undefined;
      if (typeof value === 'string') texts.push(value);
      else data = value ?? data;
      const found = toolCalls === undefined ? [] : toolCallsAt(document, toolCalls);
      for (const item of found) calls.add(item);
      if ((value ?? '') === '' && found.length === 0) refuseFailure(document, written);
      if (typeof value === 'string') bytes += Buffer.byteLength(value);
      if (found.length > 0) bytes += Buffer.byteLength(written);
      if (bytes > maxAnswer) throw new Error(tooLongText('answered', maxAnswer));
      if (usage !== undefined) spent = reportedUsage({ usage: jsonAt(document, usage) }, spent) ?? spent;
      return true;
    },
    text: () => texts.join(''),
    response() {
      const called = calls.whole().map((item) => readWhole(item, toolCalls));
      if (!isFound && called.length === 0) return undefined;
      const text = texts.join('');
      const rest = { toolCalls: called, usage: spent };
      if (data === undefined) return { content: text, ...rest };
      return { content: text === '' ? JSON.stringify(data) : text, ...rest, next: data };
    },
  };
}

/** Texts that a wildcard finds are one text; `null` is a place that is there and empty. */
function outputAt(document: Json, steps: readonly PathStep[]): Json | undefined {
  const selection = selectPath(filteredBy(document, steps), steps);
  if (selection.kind === 'missing') return undefined;
  if (selection.kind === 'value') return selection.value;
  const { values } = selection;
  if (values.length === 0) return undefined;
  return values.every((value) => typeof value === 'string') ? values.join('') : values;
}

/** A path that begins with a filter chooses among events: `$[?(@.type=='text')].text`. Each is one of a list. */
function filteredBy(document: Json, [first]: readonly PathStep[]): Json {
  return first?.kind === 'filter' && !Array.isArray(document) ? [document] : document;
}

function jsonAt(document: Json, { steps }: WrittenPath): Json | undefined {
  const selection = selectPath(document, steps);
  return selection.kind === 'value' ? selection.value : undefined;
}

function toolCallsAt(document: Json, { steps }: WrittenPath): Json[] {
  const selection = selectPath(filteredBy(document, steps), steps);
  if (selection.kind === 'missing') return [];
  const found = selection.kind === 'list' ? selection.values : selection.value;
  if (found === null) return [];
  return Array.isArray(found) ? found : [found];
}

function readWhole(item: Json, path: WrittenPath | undefined): ToolCall {
  const call = readToolCall(item);
  if (call !== undefined) return call;
  throw new AgentError(
    `${path?.written} holds a tool call without a name: ${JSON.stringify(item).slice(0, 200)}; ` +
      'a call is {"name", "arguments"} or {"function": {"name", "arguments"}}',
    'agent',
  );
}

/** Half an answer must not be judged as if it were whole. Chat completions, the AI SDK and AG-UI say so in a document of its own. */
function refuseFailure(document: Json, written: string): void {
  if (!isJsonObject(document)) return;
  const { error, errors, type, event, object } = document;
  const isFailure = ((error ?? '') !== '' && error !== false) || (Array.isArray(errors) && errors.length > 0);
  if (!isFailure && ![type, event, object].some(saysFailure)) return;
  throw new AgentError(`answered with an error event: ${written.slice(0, 300)}`, 'agent');
}

/** `RUN_ERROR`, `response.failed`, `error` and the like. */
function saysFailure(name: Json | undefined): boolean {
  return (
    typeof name === 'string' &&
    /^(?:(?:run|stream|agent|response|message|turn)[._-])?(?:error|failed|failure)$/i.test(name)
  );
}
