import type { ConnectorDefinition, ModelCost, SupportedParams } from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
import type { LimitShare } from './call-gate.ts';
import type { RetryPolicy } from './with-retries.ts';

type AuthMode = NonNullable<Extract<ConnectorDefinition, { type: 'openai' }>['auth_mode']>;

/** Everything that a connector says about the model behind it, with `$ENV.` values put in. */
export type ModelEndpoint = {
  id: string;
  /** Its name in messages, if it is not a connector. */
  title?: string;
  model: string;
  /** The provider's own unless given; with a trailing slash it is the base path itself. */
  host?: string | undefined;
  key?: string | undefined;
  authMode?: AuthMode | undefined;
  /** The version of the protocol, where it has one. */
  version?: string | undefined;
  /** Sent with every request, beside those of the protocol. */
  headers?: Record<string, string>;
  /** Parameters of the connector, sent unless the request has its own. */
  options?: JsonObject;
  /** The same, but sent whatever the model is said to support. */
  extraBody?: JsonObject | undefined;
  supportedParams?: SupportedParams | undefined;
  capabilities?: Extract<ConnectorDefinition, { type: 'openai' }>['options']['capabilities'];
  /** The bytes that an answer may have. */
  maxAnswer?: number | undefined;
  cost?: ModelCost | undefined;
  /** Calls at once; no limit unless given. */
  maxParallel?: number | undefined;
  /** What of that is for this process; all of it unless given. */
  share?: LimitShare | undefined;
  /** Time for one try of a call. */
  timeoutMs?: number | undefined;
  retries?: RetryPolicy;
};

/** Returns its name in messages. */
export function endpointTitle({ id, title }: ModelEndpoint): string {
  return title ?? `connector "${id}"`;
}

/** The base of all paths: a host that ends in `/` is taken as it is, others get `/v1` unless they have it. */
export function toBaseUrl(host: string | undefined, providers: string): string {
  const baseHost = host === undefined || host === '' ? providers : host;
  if (baseHost.endsWith('/')) return baseHost.replace(/(?<!\/)\/+$/, '');
  return baseHost.endsWith('/v1') ? baseHost : `${baseHost}/v1`;
}

/** The header that carries the key, if there is one. */
export function authHeaders(key: string | undefined, mode: AuthMode): Record<string, string> {
  if (key === undefined) return {};
  return mode === 'bearer' ? { authorization: `Bearer ${key}` } : { [mode]: key };
}
