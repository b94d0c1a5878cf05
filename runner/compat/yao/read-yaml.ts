import { parse } from 'yaml';
import { AgentError } from '../../ports/index.ts';
import { errorText } from '../../values/index.ts';

/** YAML as plain values; broken YAML is a configuration error that names the file. */
export function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new AgentError(`${file}: ${errorText(error)}`, 'configuration');
  }
}
