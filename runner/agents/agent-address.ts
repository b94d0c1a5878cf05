import { removeCredentials } from '../models/model-error.ts';

/**
 * Where the answers of an agent come from: a file, a connector, or the address of a server or program. Variables are
 * not replaced, and parts that may contain keys are removed.
 */
export type AgentAddress = Partial<Record<'path' | 'connector' | 'address', string | undefined>>;

/** Removes the query and the credentials from a URL, because both may contain keys. */
export function redactUrlSecrets(url: string): string {
  return removeCredentials(url.replace(/\?.*/, ''));
}

/** Replaces secrets in a command, such as `--api-key x` and `TOKEN=x`. */
export function redactCommandSecrets(command: string): string {
  return command.replace(/((?:key|token|secret|passw)[\w-]{0,100}[ =])\S+/gi, '$1[redacted]');
}
