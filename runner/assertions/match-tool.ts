import type { ToolCall } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson, withoutUndefined } from '../values/index.ts';
import { jsonEquals } from './json-equals.ts';
import { matchPairs } from './match-pairs.ts';

/**
 * Returns true if a call is a call of the named tool. The name may lack the server (`setup` matches `srv__setup` and
 * `agents.x.setup`), or may be the name that models use.
 */
export function isToolNamed(call: ToolCall, name: string): boolean {
  return listCallNames(call).some(
    (callName) => callName === name || callName.endsWith(`__${name}`) || callName.endsWith(`.${name}`),
  );
}

export function formatToolName(call: ToolCall): string {
  return call.server === undefined || call.server === '' ? call.tool : `${call.server}__${call.tool}`;
}

/**
 * Splits the name of a tool into words in lower case: `find_order` and `findOrder` both result in `find` and `order`.
 */
export function splitToolNameIntoWords(name: string): string[] {
  return name.split(/[_.-]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
}

/** Splits the name of a tool, without that of its server, into words. */
export function splitNameWithoutServer(tool: string): string[] {
  const at = tool.lastIndexOf('__');
  return splitToolNameIntoWords(at === -1 ? tool : tool.slice(at + 2));
}

/** Converts a call for judges and scripts. The keys are the same as in reports. */
export function toToolCallReport(call: ToolCall): JsonObject {
  return withoutUndefined({
    name: formatToolName(call),
    arguments: call.arguments,
    result: call.result,
    error: call.error,
  });
}

/** Returns the name of a tool for a model. Dots become `_`, because models do not accept dots. */
export function toModelToolName({ server, tool }: ToolCall): string {
  return server === undefined || server === '' ? tool : `${server.replaceAll('.', '_')}__${tool}`;
}

export type SubsetOptions = {
  matchesText?: (expected: string, actual: Json) => boolean;
  /** True if objects must not have additional keys. */
  isExact?: boolean;
  /** True if the items of lists may be in any order. */
  isUnordered?: boolean;
};

/**
 * Returns true if every key of `expected` is in `actual` with a matching value, at every depth. Lists must match item
 * by item.
 */
export function isDeepSubset(expected: Json, actual: Json, options: SubsetOptions = {}): boolean {
  if (typeof expected === 'string') return (options.matchesText ?? jsonEquals)(expected, actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    const areItemsCompatible = (left: number, right: number): boolean =>
      isDeepSubset(expected[left] ?? null, actual[right] ?? null, options);
    if (expected.every((_, index) => areItemsCompatible(index, index))) return true;
    return (
      options.isUnordered === true &&
      !matchPairs(expected.length, actual.length, areItemsCompatible).includes(undefined)
    );
  }
  if (!isJsonObject(expected)) return jsonEquals(expected, actual);
  if (!isJsonObject(actual)) return false;
  if (options.isExact === true && Object.keys(actual).length !== Object.keys(expected).length) return false;
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(actual, key) && isDeepSubset(value, actual[key] ?? null, options),
  );
}

/** How the arguments of a call are compared. The keys are those of assertions. */
export type ArgumentsOptions = { arguments_match?: 'subset' | 'exact' | undefined; unordered?: boolean | undefined };

export function hasArguments(call: ToolCall, expected: JsonObject, options: ArgumentsOptions): boolean {
  const { arguments_match: match, unordered: isUnordered = false } = options;
  return isDeepSubset(expected, parseArgumentsIfText(call.arguments), { isExact: match === 'exact', isUnordered });
}

export function hasFailed({ error }: ToolCall): boolean {
  return error !== undefined && error !== '';
}

const readingVerbPattern =
  /^(get|list|search|find|query|read|look|fetch|current|check|show|count|view|describe|calculate|think)/i;

/** Returns false if the name of the tool suggests that it only reads data. */
export function mayChangeState({ tool }: ToolCall): boolean {
  return !readingVerbPattern.test(tool.slice(tool.lastIndexOf('__') + 1).replace(/^_+/, ''));
}

const changeVerbs: ReadonlySet<string> = new Set(
  'add apply approve archive assign ban block book buy cancel charge close create credit deactivate delete deposit disable dispatch drop edit email erase forward grant insert invite issue merge modify notify overwrite pay post publish purchase purge put rebook refund reject remind remove rename reschedule reserve reset revoke save schedule sell send set share ship submit subscribe terminate transfer unsubscribe update upgrade upload wipe withdraw write'.split(
    ' ',
  ),
);

/**
 * Returns true if the name of the tool begins with a verb for a change, such as `send_email`. Names without a verb are
 * not included.
 */
export function hasChangeVerb({ tool }: ToolCall): boolean {
  return changeVerbs.has(splitNameWithoutServer(tool)[0] ?? '');
}

/** Parses arguments that are JSON in a string, as some agents pass them. */
export function parseArgumentsIfText(args: Json | undefined): Json {
  if (typeof args !== 'string') return args ?? {};
  const parsed = tryParseJson(args);
  return isJsonObject(parsed) ? parsed : args;
}

/** Matches a pattern, in which `*` stands for any text, against the name of a call with and without its server. */
export function matchesToolGlob(call: ToolCall, glob: string): boolean {
  return listCallNames(call).some((name) => listNamesWithoutServers(name).some((each) => isSimilarName(each, glob)));
}

/** Returns the name of a call, and the name without its server or without parts of the server's name. */
function listNamesWithoutServers(name: string): string[] {
  return [name, ...[...name.matchAll(/__|\./g)].map((separator) => name.slice(separator.index + separator[0].length))];
}

/**
 * Returns true if a name matches a pattern with `*`. Searches the parts between the stars one after another, so that
 * every pattern is fast, even one from an untrusted source.
 */
function isSimilarName(name: string, glob: string): boolean {
  const [firstPart = '', ...otherParts] = glob.split('*');
  const lastPart = otherParts.pop();
  if (lastPart === undefined) return name === firstPart;
  if (!name.startsWith(firstPart)) return false;
  let from = firstPart.length;
  for (const part of otherParts) {
    const position = name.indexOf(part, from);
    if (position === -1) return false;
    from = position + part.length;
  }
  return name.length - lastPart.length >= from && name.endsWith(lastPart);
}

function listCallNames(call: ToolCall): string[] {
  if (call.server === undefined || call.server === '') return [call.tool];
  return [call.tool, toModelToolName(call), `${call.server}__${call.tool}`, `${call.server}.${call.tool}`];
}
