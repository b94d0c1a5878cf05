import { type PathStep, parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import type { ToolCall, Usage } from '../../contract/index.ts';
import { findReportedUsage } from '../../models/reported-usage.ts';
import { AgentError, type AgentResponse, describeTooLongAnswer } from '../../ports/index.ts';
import { isJsonObject, type Json, tryParseJson } from '../../values/index.ts';
import { isFailureDocument } from './failure-document.ts';
import { parseToolCall } from './read-tool-call.ts';
import { createToolCallAssembler } from './tool-call-assembler.ts';

/** The JSON paths to the parts of an answer. `source` is the path as text, `steps` the parsed path. */
export type AnswerPaths = {
  output: ParsedAnswerPath;
  toolCalls: ParsedAnswerPath | undefined;
  usage: ParsedAnswerPath | undefined;
};
type ParsedAnswerPath = { source: string; steps: PathStep[] };

/** Collects one answer from its documents: a single document, or the events of a stream. */
export type AnswerCollector = {
  /**
   * Adds a document. Returns false if it is not JSON, unless the whole text is the output.
   * @throws an `AgentError` for a document that reports an error
   */
  add(text: string, part: 'document' | 'event'): boolean;
  /** Returns the text of the answer so far. */
  text(): string;
  /** Returns the collected answer; `undefined` if neither a text nor a tool call was found. */
  response(): AgentResponse | undefined;
};

/** Parses the JSON paths in the config of an agent. Throws a configuration error for an invalid path. */
export function parseAnswerPaths(
  agentId: string,
  fields: { output: string; tool_calls?: string | undefined; usage?: string | undefined },
): AnswerPaths {
  const parsePath = (field: string, path: string): ParsedAnswerPath => {
    const parsed = parseJsonPath(path, 'from the end');
    if (parsed.kind === 'path') return { source: path, steps: parsed.steps };
    throw new AgentError(`agent "${agentId}": its ${field}: ${parsed.reason}`, 'configuration');
  };
  return {
    output: parsePath('output', fields.output),
    toolCalls: fields.tool_calls === undefined ? undefined : parsePath('tool_calls', fields.tool_calls),
    usage: fields.usage === undefined ? undefined : parsePath('usage', fields.usage),
  };
}

export type AnswerCollectorOptions = {
  /**
   * How the texts of several events are combined: `joined`, or only the `last` one if each event repeats the text so
   * far.
   */
  texts?: 'joined' | 'last';
  /** Inserted between the texts that a wildcard finds in one document. */
  separator?: string;
  /** Called for every document that is read. */
  onDocument?(document: Json): void;
};

export function createAnswerCollector(
  { output, toolCalls, usage }: AnswerPaths,
  maxAnswer: number,
  { texts: mode = 'joined', separator = '', onDocument }: AnswerCollectorOptions = {},
): AnswerCollector {
  const texts: string[] = [];
  const calls = createToolCallAssembler();
  let data: Json | undefined;
  let totalUsage: Usage | undefined;
  let isFound = false;
  let bytes = 0;
  return {
    add(text, part) {
      const document = parseAnswerText(text, part, output);
      if (document === undefined) return false;
      onDocument?.(document);
      const value = selectOutput(document, output.steps, separator);
      isFound ||= value !== undefined;
      if (typeof value === 'string' && mode === 'last' && value !== '') texts.length = 0;
      if (typeof value === 'string') texts.push(value);
      else data = value ?? data;
      const items = toolCalls === undefined ? [] : selectToolCalls(document, toolCalls);
      for (const item of items) calls.addItem(item);
      if (!isFailurePath(output)) refuseFailureDocument(document, { path: text, part, output });
      if (typeof value === 'string') bytes += Buffer.byteLength(value);
      if (items.length > 0) bytes += Buffer.byteLength(text);
      if (bytes > maxAnswer) throw new Error(describeTooLongAnswer('answered', maxAnswer));
      if (usage !== undefined)
        totalUsage = findReportedUsage({ usage: selectJson(document, usage) }, totalUsage) ?? totalUsage;
      return true;
    },
    text: () => texts.join(''),
    response() {
      const completeCalls = calls.toCompleteCalls().map((item) => requireToolCall(item, toolCalls));
      if (!isFound && completeCalls.length === 0) return undefined;
      const text = texts.join('');
      const responseFields = { toolCalls: completeCalls, usage: totalUsage };
      if (data === undefined) return { content: text, ...responseFields };
      return { content: text === '' ? JSON.stringify(data) : text, ...responseFields, next: data };
    },
  };
}

/** If the whole event is the output, an event such as `2026` or `true` is a piece of the text and not a JSON value. */
function parseAnswerText(text: string, part: 'document' | 'event', { steps }: ParsedAnswerPath): Json | undefined {
  const document = tryParseJson(text);
  if (steps.length > 0) return document;
  if (part === 'document') return document ?? text;
  return typeof document === 'string' || (typeof document === 'object' && document !== null) ? document : text;
}

/** Returns the value at a path. Texts that a wildcard finds are joined. */
function selectOutput(document: Json, steps: readonly PathStep[], separator: string): Json | undefined {
  const selection = selectPath(wrapDocumentForFilterPath(document, steps), steps);
  if (selection.kind === 'missing') return undefined;
  if (selection.kind === 'value') return selection.value;
  const { values } = selection;
  if (values.length === 0) return undefined;
  return values.every((value) => typeof value === 'string') ? values.join(separator) : values;
}

/**
 * Wraps the event in a list if the path begins with a filter, as in `$[?(@.type=='text')].text`, because such a path
 * selects among events.
 */
function wrapDocumentForFilterPath(document: Json, [first]: readonly PathStep[]): Json {
  return first?.kind === 'filter' && !Array.isArray(document) ? [document] : document;
}

function selectJson(document: Json, { steps }: ParsedAnswerPath): Json | undefined {
  const selection = selectPath(document, steps);
  return selection.kind === 'value' ? selection.value : undefined;
}

function selectToolCalls(document: Json, { steps }: ParsedAnswerPath): Json[] {
  const selection = selectPath(wrapDocumentForFilterPath(document, steps), steps);
  if (selection.kind === 'missing') return [];
  const value = selection.kind === 'list' ? selection.values : selection.value;
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function requireToolCall(item: Json, path: ParsedAnswerPath | undefined): ToolCall {
  const call = parseToolCall(item);
  if (call !== undefined) return call;
  throw new AgentError(
    `${path?.source} holds a tool call without a name: ${JSON.stringify(item).slice(0, 200)}; ` +
      'a call is {"name", "arguments"} or {"function": {"name", "arguments"}}',
    'agent',
  );
}

type AnswerDocument = { path: string; part: 'document' | 'event'; output: ParsedAnswerPath };

/**
 * Throws if a document reports an error. Otherwise, a partial answer, or text next to an error, would be judged as the
 * answer.
 */
function refuseFailureDocument(document: Json, { path, part, output }: AnswerDocument): void {
  if (!isFailureDocument(document) && !isFailureMessage(document, output)) return;
  const documentLabel = part === 'event' ? 'an error event' : 'an error';
  throw new AgentError(`answered with ${documentLabel}: ${path.slice(0, 300)}`, 'agent');
}

/**
 * Returns true if `status: "failed"` means that the answer failed. This is certain only if the output is a field such
 * as `message`; otherwise, it may be data, such as the status of an order.
 */
function isFailureMessage(document: Json, { steps: [first, ...others] }: ParsedAnswerPath): boolean {
  if (first?.kind !== 'key' || others.length > 0 || !/^(?:message|msg|detail|reason)$/.test(first.key)) return false;
  return isJsonObject(document) && typeof document.status === 'string' && /^fail(?:ed|ure)?$/i.test(document.status);
}

/** Returns true if the config reads the output from the error field. Then an error document is a normal answer. */
function isFailurePath({ steps: [first] }: ParsedAnswerPath): boolean {
  return first?.kind === 'key' && /^errors?$/.test(first.key);
}
