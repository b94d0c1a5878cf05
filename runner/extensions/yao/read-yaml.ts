import { parse, YAMLParseError } from 'yaml';
import { BrokenFilesError } from '../../ports/index.ts';
import {
  findTooDeepOffset,
  isNestedTooDeep,
  MIN_UNPARSABLE_LEVELS,
  TOO_DEEP_TEXT,
  toErrorMessage,
} from '../../values/index.ts';
import { findTooDeepYamlOffset } from '../../yaml/yaml-depth.ts';

/** Parses YAML to plain values; invalid YAML is a configuration error with its position. */
export function parseYaml(text: string, file: string): unknown {
  const createTooDeepError = (position = { line: 1, column: 1 }) =>
    new BrokenFilesError([{ file, ...position, message: TOO_DEEP_TEXT }]);
  if (findTooDeepOffset(text, MIN_UNPARSABLE_LEVELS) !== undefined || findTooDeepYamlOffset(text) !== undefined)
    throw createTooDeepError();
  try {
    const value: unknown = parse(text, { prettyErrors: true });
    if (!isNestedTooDeep(value)) return value;
  } catch (error) {
    const [start] = (error instanceof YAMLParseError ? error.linePos : undefined) ?? [];
    const [message = ''] = toErrorMessage(error).split('\n');
    const position = { file, line: start?.line ?? 1, column: start?.col ?? 1 };
    if (/call stack/i.test(message)) throw createTooDeepError(position);
    throw new BrokenFilesError([
      { ...position, message: `broken YAML: ${message.replace(/ at line \d+, column \d+:$/, '')}` },
    ]);
  }
  throw createTooDeepError();
}
