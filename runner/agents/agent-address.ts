import { withoutCredentials } from '../models/model-error.ts';

/** The source of an agent's answers: variables stay unfilled, and anything that may hold keys is left out. */
export type AgentAddress = Partial<Record<'path' | 'connector' | 'address', string | undefined>>;

/** The query of a URL may hold keys, and so may what stands before its host. */
export function bareUrl(url: string): string {
  return withoutCredentials(url.replace(/\?.*/, ''));
}

/** `--api-key x` and `TOKEN=x` hold what nobody else should see. */
export function withoutKeys(command: string): string {
  return command.replace(/((?:key|token|secret|passw)[\w-]{0,100}[ =])\S+/gi, '$1[redacted]');
}
