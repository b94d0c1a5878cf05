import { parse, YAMLParseError } from 'yaml';
import { BrokenFiles } from '../../ports/index.ts';
import { errorText, isTooDeep, TOO_DEEP_TEXT, tooDeepAt, UNPARSABLE_LEVELS } from '../../values/index.ts';
import { yamlTooDeepAt } from '../../yaml/yaml-depth.ts';

/** YAML as plain values; broken YAML is a configuration error that names the place. */
export function parseYaml(text: string, file: string): unknown {
  const tooDeep = (position = { line: 1, column: 1 }) =>
    new BrokenFiles([{ file, ...position, message: TOO_DEEP_TEXT }]);
  if (tooDeepAt(text, UNPARSABLE_LEVELS) !== undefined || yamlTooDeepAt(text) !== undefined) throw tooDeep();
  try {
    const value: unknown = parse(text, { prettyErrors: true });
    if (!isTooDeep(value)) return value;
  } catch (error) {
    const [start] = (error instanceof YAMLParseError ? error.linePos : undefined) ?? [];
    const [message = ''] = errorText(error).split('\n');
    const position = { file, line: start?.line ?? 1, column: start?.col ?? 1 };
    if (/call stack/i.test(message)) throw tooDeep(position);
    throw new BrokenFiles([
      { ...position, message: `broken YAML: ${message.replace(/ at line \d+, column \d+:$/, '')}` },
    ]);
  }
  throw tooDeep();
}
