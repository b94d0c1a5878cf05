const serviceFailures = ['rate_limit', 'server', 'network', 'timeout', 'auth', 'address'] as const;
/**
 * How a model or service failed, independent of the request. With `address`, the address itself is unusable, so retries
 * cannot help.
 */
export type ServiceFailure = (typeof serviceFailures)[number];

const MAX_CAUSE_DEPTH = 6;
const networkErrorCodePattern =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_\w+|EPIPE|E(?:HOST|NET)UNREACH|ENETDOWN|UND_ERR_(?:SOCKET|CLOSED)|HPE_\w+)$/;
/** Error codes of untrusted certificates, and of servers that do not speak TLS. */
const tlsErrorCodePattern = /^(?:ERR_(?:SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;
const timeoutErrorCodePattern = /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/;

/** Details of a service's error, taken from the error itself or from its cause. */
export type ServiceError = { failure: ServiceFailure; status?: number; url?: string; name: string };

/**
 * Classifies an error by its HTTP status or errno. Messages are not parsed, except those of `fetch`, which carry no
 * other information.
 */
export function findServiceError(thrown: unknown, depth = 0): ServiceError | undefined {
  if (depth > MAX_CAUSE_DEPTH || typeof thrown !== 'object' || thrown === null) return undefined;
  const { name = 'Error', url, cause, errors, lastError, service }: FailureFields = thrown;
  if (isServiceFailure(service)) return { failure: service, name: String(name) };
  const ownFailure = findStatusOrCodeFailure(thrown);
  if (ownFailure !== undefined)
    return { ...ownFailure, name: String(name), ...(typeof url === 'string' ? { url } : {}) };
  const innerErrors = [cause, lastError, ...(Array.isArray(errors) ? errors : [])];
  for (const each of innerErrors) {
    const nested = findServiceError(each, depth + 1);
    if (nested !== undefined) return nested;
  }
  const failure = classifyFetchFailure(thrown);
  return failure && { failure, name: String(name) };
}

const invalidAddressMessagePattern = /^(?:unknown scheme|invalid URL|URL scheme must be .*)$/i;

function classifyFetchFailure({ name, message, cause }: FailureFields): ServiceFailure | undefined {
  if (name !== 'TypeError' || typeof message !== 'string') return undefined;
  if (message.startsWith('Failed to parse URL')) return 'address';
  if (message !== 'fetch failed') return undefined;
  return cause instanceof Error && invalidAddressMessagePattern.test(cause.message) ? 'address' : 'network';
}

type FailureFields = {
  name?: unknown;
  message?: unknown;
  url?: unknown;
  cause?: unknown;
  errors?: unknown;
  lastError?: unknown;
  service?: unknown;
  code?: unknown;
  status?: unknown;
  statusCode?: unknown;
};

function findStatusOrCodeFailure({
  statusCode,
  status,
  code,
}: FailureFields): { failure: ServiceFailure; status?: number } | undefined {
  const statusField = [statusCode, status, code].find(isErrorStatus);
  if (statusField !== undefined) {
    const failure = classifyFailureStatus(statusField);
    return failure && { failure, status: statusField };
  }
  if (typeof code !== 'string') return undefined;
  if (networkErrorCodePattern.test(code) || tlsErrorCodePattern.test(code)) return { failure: 'network' };
  return timeoutErrorCodePattern.test(code) ? { failure: 'timeout' } : undefined;
}

function isErrorStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 400 && value < 600;
}

/** Classifies an error status; `undefined` if the request itself was at fault. */
export function classifyFailureStatus(status: number): ServiceFailure | undefined {
  if (status === 429) return 'rate_limit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'server' : undefined;
}

function isServiceFailure(value: unknown): value is ServiceFailure {
  return serviceFailures.some((failure) => failure === value);
}
