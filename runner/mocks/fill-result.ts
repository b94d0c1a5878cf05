import { parseJsonPath, selectPath } from '../assertions/json-path.ts';
import { getValueAtPath, isJsonObject, type Json, type JsonObject } from '../values/index.ts';

const STATE_KEY = '$state';
const placeholderPattern = /\{\{\s*(?!\s)((?:[^{}\s]|\s+(?![\s}]))*)\s*\}\}/g;

/** A failure of the mocked tool itself: the mock cannot answer calls with these arguments. */
export class ToolFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolFailure';
  }
}

/**
 * Returns a copy of a result with references replaced: `{"$state": path}` by that part of the state, and `{{name}}` by
 * the argument. A path with a filter yields a list, any other path a value.
 * @throws ToolFailure for a missing argument or a path that finds nothing.
 */
export function fillResult(result: Json, from: { args: JsonObject; state: Json }): Json {
  if (typeof result === 'string') return fillText(result, from.args);
  if (Array.isArray(result)) return result.map((item) => fillResult(item, from));
  if (!isJsonObject(result)) return result;
  const path = parseStateReference(result);
  if (path !== undefined) return selectFromState(path, from);
  return Object.fromEntries(Object.entries(result).map(([key, member]) => [key, fillResult(member, from)]));
}

/** True if an object is meant as a reference to the state, even if it is malformed. */
export function isStateReference(value: JsonObject): boolean {
  return Object.hasOwn(value, STATE_KEY);
}

/** Returns the path of a valid reference to the state; undefined for other values. */
export function parseStateReference(value: JsonObject): string | undefined {
  const path = value[STATE_KEY];
  return typeof path === 'string' && Object.keys(value).length === 1 ? path : undefined;
}

/**
 * Returns a path with its placeholders replaced. Each argument is inserted as a literal, so it cannot change the
 * structure of the path.
 */
export function fillPathPlaceholders(path: string, argument: (name: string) => Json): string {
  return path.replaceAll(placeholderPattern, (_, name: string) => escapePathName(name, argument(name)));
}

/** If the whole text is one placeholder, returns the argument itself; otherwise arguments are inserted as text. */
export function fillText(text: string, args: JsonObject): Json {
  const [match] = text.matchAll(placeholderPattern);
  if (match?.[1] !== undefined && match[0] === text) return requireArgument(args, match[1]);
  return text.replaceAll(placeholderPattern, (_, name: string) => {
    const value = requireArgument(args, name);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function selectFromState(path: string, { args, state }: { args: JsonObject; state: Json }): Json {
  const filled = fillPathPlaceholders(path, (name) => requireArgument(args, name));
  const parsed = parseJsonPath(filled);
  if (parsed.kind === 'invalid') throw new ToolFailure(parsed.reason);
  const selection = selectPath(state, parsed.steps);
  if (selection.kind === 'missing') throw new ToolFailure(`the state has nothing at ${filled}`);
  return structuredClone(selection.kind === 'list' ? selection.values : selection.value);
}

function requireArgument(args: JsonObject, name: string): Json {
  const value = Object.hasOwn(args, name) ? args[name] : getValueAtPath(args, name.split('.'));
  if (value === undefined) throw new ToolFailure(`the argument ${JSON.stringify(name)} is missing`);
  return value;
}

/** Escapes the value as JSON paths require: a backslash makes the next character literal. */
function escapePathName(name: string, value: Json): string {
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  if (value !== null && typeof value === 'object') {
    throw new ToolFailure(`the argument ${JSON.stringify(name)} is neither a text nor a number`);
  }
  return JSON.stringify(value);
}
