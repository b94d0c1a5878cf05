import type { ToolCall } from '../contract/index.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject, jsonIn } from '../values/index.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { displayName, isDeepSubset, isToolNamed } from './match-tool.ts';
import { type Judged, judge } from './outcome.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { showJson } from './text-form.ts';

type ExpectedCall = { names: readonly string[]; arguments?: JsonObject };

export const toolCalled: AssertionRules<'tool_called'> = {
  judge: ({ assertion, subject }) => judgeToolCalled(assertion, subject),
  wanted: (assertion) => {
    const { names, arguments: args } = expectedCall(assertion);
    return args === undefined ? names.join(' or ') : `${names.join(' or ')}(${canonicalJson(args)})`;
  },
  tools: (assertion) => expectedCall(assertion).names,
};

function judgeToolCalled(assertion: AssertionOf<'tool_called'>, subject: Subject): Judged {
  const wanted = expectedCall(assertion);
  const named = subject.toolCalls.filter((call) => wanted.names.some((name) => isToolNamed(call, name)));
  const holds = named.some((call) => wanted.arguments === undefined || hasArguments(call, wanted.arguments));
  const seen = wanted.arguments === undefined || named.length === 0 ? subject.toolCalls : named;
  return judge({
    holds,
    about: 'the agent',
    verb: verbOf(wanted),
    expected: expectedOf(assertion),
    actual: seen.map(callAsJson),
    got: seen.length === 0 ? 'no tool calls' : seen.map(showCall).join(', '),
  });
}

function callAsJson(call: ToolCall): Json {
  return call.arguments === undefined
    ? { name: displayName(call) }
    : { name: displayName(call), arguments: call.arguments };
}

function expectedCall({ value, name, arguments: args }: AssertionOf<'tool_called'>): ExpectedCall {
  if (name !== undefined) return args === undefined ? { names: [name] } : { names: [name], arguments: args };
  if (Array.isArray(value)) return { names: value };
  if (typeof value === 'string') return { names: [value] };
  if (value === undefined) return { names: [] };
  return value.arguments === undefined ? { names: [value.name] } : { names: [value.name], arguments: value.arguments };
}

function expectedOf({ value, name, arguments: args }: AssertionOf<'tool_called'>): Json {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  if (value !== undefined) return patternAsJson(value.name, value.arguments);
  return patternAsJson(name ?? '', args);
}

function patternAsJson(name: string, args: JsonObject | undefined): Json {
  return args === undefined ? { name } : { name, arguments: args };
}

function hasArguments(call: ToolCall, expected: JsonObject): boolean {
  return isDeepSubset(expected, parsedArguments(call.arguments));
}

/** Some agents hand over the arguments as the model wrote them, as JSON text. */
function parsedArguments(args: Json | undefined): Json {
  if (typeof args !== 'string') return args ?? {};
  const parsed = jsonIn(args);
  return isJsonObject(parsed) ? parsed : args;
}

function verbOf(wanted: ExpectedCall): string {
  const names = wanted.names.map((name) => JSON.stringify(name)).join(' or ');
  return wanted.arguments === undefined ? `to call ${names}` : `to call ${names} with ${showJson(wanted.arguments)}`;
}

function showCall(call: ToolCall): string {
  return call.arguments === undefined ? displayName(call) : `${displayName(call)}(${showJson(call.arguments)})`;
}
