import { readFileSync } from 'node:fs';
import escapeStringRegexp from 'escape-string-regexp';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type * as z from 'zod';

type TextPosition = { line: number; column: number };
type KeyPath = readonly (string | number)[];

/** Describes the problem at a key of a JSON file: file, line and column, the key, and the problem. */
export function describeConfigIssue(issue: z.core.$ZodIssue, { file, text }: { file: string; text: string }): string {
  const keys = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const location = formatLocationOfKey(text, file, [...keys, ...unknown]);
  return [location, ...(keys.length === 0 ? [] : [keys.join('.')]), issue.message].join(': ');
}

/** Returns `file:line:column` of a config key, or of its nearest ancestor in the text. */
export function formatLocationOfKey(text: string, file: string, path: KeyPath): string {
  const position = findPositionOfKey(text, file, path);
  return position === undefined ? file : `${file}:${position.line}:${position.column}`;
}

/** Returns the position of a key in a config file; if the file does not contain it, the beginning of the file. */
export function locateConfigKey(file: string, path: KeyPath): TextPosition {
  return findPositionOfKey(readFileSync(file, 'utf8'), file, path) ?? { line: 1, column: 1 };
}

/** Returns the position like `formatLocationOfKey`, as numbers from 1. */
function findPositionOfKey(text: string, file: string, path: KeyPath): TextPosition | undefined {
  const offset = /\.jsonc?$/.test(file) ? findOffsetInJson(text, path) : findOffsetInCode(text, path);
  return offset === undefined ? undefined : toPosition(text, offset);
}

export function formatLocationOfOffset(text: string, offset: number, file: string): string {
  const { line, column } = toPosition(text, offset);
  return `${file}:${line}:${column}`;
}

function toPosition(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function findOffsetInJson(text: string, path: KeyPath): number | undefined {
  const jsonTree = parseTree(text);
  for (let length = path.length; jsonTree !== undefined && length > 0; length -= 1) {
    const node = findNodeAtLocation(jsonTree, path.slice(0, length));
    if (node !== undefined) return (node.parent?.type === 'property' ? node.parent : node).offset;
  }
  return undefined;
}

/**
 * Finds a config key in code by searching for the keys of its path one after another, in source order. This works for
 * object literals.
 */
function findOffsetInCode(text: string, path: KeyPath): number | undefined {
  let offset: number | undefined;
  for (const key of path) {
    const name = escapeStringRegexp(String(key));
    const pattern = new RegExp(`(?<![\\w$])(?:${name}|'${name}'|"${name}")\\s*[:,(}]`, 'g');
    pattern.lastIndex = offset ?? 0;
    const match = pattern.exec(text);
    if (match === null) break;
    offset = match.index;
  }
  return offset;
}
