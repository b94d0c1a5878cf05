import type { ConnectorDefinition, ModelCost, SupportedParams } from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
import type { SharedCallLimit } from './call-limiter.ts';
import type { RetryPolicy } from './with-retries.ts';

type AuthMode = NonNullable<Extract<ConnectorDefinition, { type: 'openai' }>['auth_mode']>;

/** Everything that a connector defines about its model, with `$ENV.` values expanded. */
export type ModelEndpoint = {
  id: string;
  /** The name of the endpoint in messages, if it does not belong to a connector. */
  title?: string;
  model: string;
  /** The base URL; the provider's default if missing. A URL with a trailing slash is used as the complete base path. */
  host?: string | undefined;
  key?: string | undefined;
  authMode?: AuthMode | undefined;
  /** The version of the protocol, if it has versions. */
  version?: string | undefined;
  /** Additional HTTP headers for every request. */
  headers?: Record<string, string>;
  /** Parameters of the connector, sent unless the request has its own. */
  options?: JsonObject;
  /** Additional parameters that are sent even if the model is not declared to support them. */
  extraBody?: JsonObject | undefined;
  supportedParams?: SupportedParams | undefined;
  capabilities?: Extract<ConnectorDefinition, { type: 'openai' }>['options']['capabilities'];
  /** The maximum size of an answer in bytes. */
  maxAnswer?: number | undefined;
  cost?: ModelCost | undefined;
  /** The maximum number of parallel calls; unlimited if missing. */
  maxParallel?: number | undefined;
  /** This process's share of `maxParallel`; if missing, the process may use all of it. */
  share?: SharedCallLimit | undefined;
  /** The time limit for one try of a model call, in milliseconds. */
  timeoutMs?: number | undefined;
  retries?: RetryPolicy;
};

/** Returns the name of the endpoint for messages. */
export function getEndpointTitle({ id, title }: ModelEndpoint): string {
  return title ?? `connector "${id}"`;
}

/**
 * Returns the base URL of all paths. A host that ends in `/` is used unchanged; `/v1` is appended to any other host
 * that lacks it.
 */
export function toBaseUrl(host: string | undefined, providers: string): string {
  const baseHost = host === undefined || host === '' ? providers : host;
  if (baseHost.endsWith('/')) return baseHost.replace(/(?<!\/)\/+$/, '');
  return baseHost.endsWith('/v1') ? baseHost : `${baseHost}/v1`;
}

/** Returns the HTTP header that carries the key, if there is one. */
export function buildAuthHeaders(key: string | undefined, mode: AuthMode): Record<string, string> {
  if (key === undefined) return {};
  return mode === 'bearer' ? { authorization: `Bearer ${key}` } : { [mode]: key };
}
