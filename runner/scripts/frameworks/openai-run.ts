import { jsonOrText } from '../../values/index.ts';
import { isObject } from './case-facts.ts';

type RunFields = Record<string, unknown>;
type OpenAIRun = RunFields & { newItems: unknown[] };

/** A result of `run` of the OpenAI Agents SDK, streamed or not. */
export function isRun(value: unknown): value is OpenAIRun {
  return isObject(value) && Array.isArray(value.newItems) && Array.isArray(value.rawResponses) && 'lastAgent' in value;
}

/** Converts a run into the answer of an agent function. Reads a streamed run to its end. */
export async function answerOfRun(run: unknown): Promise<RunFields> {
  if (!isRun(run)) throw new Error('run() of the OpenAI Agents SDK gave no result with items');
  await run.completed;
  if (run.error !== undefined && run.error !== null) throw run.error;
  if (run.cancelled === true) throw new Error('the run was cancelled before its end');
  const waiting = Array.isArray(run.interruptions) ? run.interruptions.filter(isObject) : [];
  if (waiting.length > 0) {
    const names = waiting.map(({ rawItem, name }) => (isObject(rawItem) ? rawItem.name : name));
    throw new Error(
      `the agent stopped for an approval of ${names.join(', ')}; export a function that decides it, and goes on with run()`,
    );
  }
  const { finalOutput: output } = run;
  if (output === undefined || output === null) throw new Error('the agent ended without an output');
  const isText = typeof output === 'string';
  return {
    content: isText ? output : lastText(run.newItems),
    tool_calls: readCalls(run.newItems),
    ...(isText ? {} : { next: output }),
    ...readUsage(run),
  };
}

function lastText(items: readonly unknown[]): string {
  const message = rawItems(items, 'message_output_item').at(-1);
  const parts = Array.isArray(message?.content) ? message.content.filter(isObject) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

function readCalls(items: readonly unknown[]): RunFields[] {
  const results = new Map(
    itemsOfType(items, 'tool_call_output_item').map(({ rawItem, output }) => [
      isObject(rawItem) ? rawItem.callId : undefined,
      output,
    ]),
  );
  return rawItems(items, 'tool_call_item').map((item) => {
    const { callId, id, name, type, arguments: rawArguments } = item;
    const args =
      typeof rawArguments === 'string'
        ? jsonOrText(rawArguments === '' ? '{}' : rawArguments)
        : (rawArguments ?? item.action ?? {});
    return {
      ...(callId === undefined && id === undefined ? {} : { id: String(callId ?? id) }),
      tool: String(name ?? type),
      arguments: args,
      result: results.get(callId) ?? item.output,
    };
  });
}

function rawItems(items: readonly unknown[], type: string): RunFields[] {
  return itemsOfType(items, type)
    .map(({ rawItem }) => rawItem)
    .filter(isObject);
}

function itemsOfType(items: readonly unknown[], type: string): RunFields[] {
  return items.filter(isObject).filter((item) => item.type === type);
}

/** Total usage of all requests of a run, including those of agents used as tools. */
function readUsage({ runContext, state, rawResponses }: RunFields): RunFields {
  const whole = [runContext, state].map((part) => (isObject(part) ? part.usage : undefined)).find(isObject);
  const responses = Array.isArray(rawResponses) ? rawResponses.filter(isObject) : [];
  const usages = whole === undefined ? responses.map(({ usage }) => usage).filter(isObject) : [whole];
  if (usages.length === 0) return {};
  const sum = (name: string) => usages.reduce((total, usage) => total + numberOrZero(usage[name]), 0);
  const cached = usages.reduce((total, { inputTokensDetails }) => total + cachedTokens(inputTokensDetails), 0);
  const calls = sum('requests') === 0 ? responses.length : sum('requests');
  const tokens = { input_tokens: sum('inputTokens'), output_tokens: sum('outputTokens'), calls };
  return { usage: cached === 0 ? tokens : { ...tokens, cached_tokens: cached } };
}

function cachedTokens(details: unknown): number {
  const list = (Array.isArray(details) ? details : [details]).filter(isObject);
  return list.reduce((total, { cached_tokens: cached }) => total + numberOrZero(cached), 0);
}

function numberOrZero(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
