import { removeCredentials } from '../models/model-error.ts';

/**
 * Where an agent's answers come from. Variables are not substituted, and anything that may contain keys is left out.
 */
export type AgentAddress = Partial<Record<'path' | 'connector' | 'address', string | undefined>>;

/** Removes the query and the credentials of a URL, because both may contain keys. */
export function redactUrlSecrets(url: string): string {
  return removeCredentials(url.replace(/\?.*/, ''));
}

/** Redacts secrets in a command, such as `--api-key x` and `TOKEN=x`. */
export function redactCommandSecrets(command: string): string {
  return command.replace(/((?:key|token|secret|passw)[\w-]{0,100}[ =])\S+/gi, '$1[redacted]');
}
