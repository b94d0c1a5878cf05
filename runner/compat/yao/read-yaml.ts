import { parse, YAMLParseError } from 'yaml';
import { BrokenFiles } from '../../ports/index.ts';
import { errorText } from '../../values/index.ts';

/** YAML as plain values; broken YAML is a configuration error that names the place. */
export function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text, { prettyErrors: true });
  } catch (error) {
    const [start] = (error instanceof YAMLParseError ? error.linePos : undefined) ?? [];
    const [message = ''] = errorText(error).split('\n');
    const place = { file, line: start?.line ?? 1, column: start?.col ?? 1 };
    throw new BrokenFiles([{ ...place, message: `broken YAML: ${message.replace(/ at line \d+, column \d+:$/, '')}` }]);
  }
}
