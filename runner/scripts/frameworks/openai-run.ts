import { parseJsonOrKeepText } from '../../values/index.ts';
import { isObject } from './case-facts.ts';

type RunFields = Record<string, unknown>;
type OpenAIRun = RunFields & { newItems: unknown[] };

/** A result of `run` of the OpenAI Agents SDK, streamed or not. */
export function isRun(value: unknown): value is OpenAIRun {
  return isObject(value) && Array.isArray(value.newItems) && Array.isArray(value.rawResponses) && 'lastAgent' in value;
}

/** Converts a run into the answer of an agent function. Reads a streamed run to its end. */
export async function toAnswerOfRun(run: unknown): Promise<RunFields> {
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
    content: isText ? output : getLastMessageText(run.newItems),
    tool_calls: collectCompletedCalls(run.newItems),
    ...(isText ? {} : { next: output }),
    ...sumRequestUsage(run),
  };
}

function getLastMessageText(items: readonly unknown[]): string {
  const message = listRawItemsOfType(items, 'message_output_item').at(-1);
  const parts = Array.isArray(message?.content) ? message.content.filter(isObject) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

function collectCompletedCalls(items: readonly unknown[]): RunFields[] {
  const results = new Map(
    filterItemsByType(items, 'tool_call_output_item').map(({ rawItem, output }) => [
      isObject(rawItem) ? rawItem.callId : undefined,
      output,
    ]),
  );
  return listRawItemsOfType(items, 'tool_call_item').map((item) => {
    const { callId, id, name, type, arguments: rawArguments } = item;
    const args =
      typeof rawArguments === 'string'
        ? parseJsonOrKeepText(rawArguments === '' ? '{}' : rawArguments)
        : (rawArguments ?? item.action ?? {});
    return {
      ...(callId === undefined && id === undefined ? {} : { id: String(callId ?? id) }),
      tool: String(name ?? type),
      arguments: args,
      result: results.get(callId) ?? item.output,
    };
  });
}

function listRawItemsOfType(items: readonly unknown[], type: string): RunFields[] {
  return filterItemsByType(items, type)
    .map(({ rawItem }) => rawItem)
    .filter(isObject);
}

function filterItemsByType(items: readonly unknown[], type: string): RunFields[] {
  return items.filter(isObject).filter((item) => item.type === type);
}

/** Returns the total usage of all requests of a run, including the requests of agents that were used as tools. */
function sumRequestUsage({ runContext, state, rawResponses }: RunFields): RunFields {
  const whole = [runContext, state].map((part) => (isObject(part) ? part.usage : undefined)).find(isObject);
  const responses = Array.isArray(rawResponses) ? rawResponses.filter(isObject) : [];
  const usages = whole === undefined ? responses.map(({ usage }) => usage).filter(isObject) : [whole];
  if (usages.length === 0) return {};
  const sumUsageField = (name: string) => usages.reduce((total, usage) => total + toNumberOrZero(usage[name]), 0);
  const cached = usages.reduce((total, { inputTokensDetails }) => total + sumCachedTokens(inputTokensDetails), 0);
  const calls = sumUsageField('requests') === 0 ? responses.length : sumUsageField('requests');
  const tokens = { input_tokens: sumUsageField('inputTokens'), output_tokens: sumUsageField('outputTokens'), calls };
  return { usage: cached === 0 ? tokens : { ...tokens, cached_tokens: cached } };
}

function sumCachedTokens(details: unknown): number {
  const list = (Array.isArray(details) ? details : [details]).filter(isObject);
  return list.reduce((total, { cached_tokens: cached }) => total + toNumberOrZero(cached), 0);
}

function toNumberOrZero(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
