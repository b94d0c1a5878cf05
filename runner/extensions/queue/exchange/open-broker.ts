import { isIPv4 } from 'node:net';
import { QUEUE_KEY, toErrorMessage } from '../../../values/index.ts';
import type { Broker } from './broker.ts';
import { createBullmqBroker } from './bullmq-broker.ts';
import { createEntrySigner, type EntrySigner } from './entry-signer.ts';
import { QueueError } from './queue-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** The maximum number of connections for each list, and for each consumer that takes the entries of a list. */
const MAX_CONNECTIONS = 3;

/** `key` is used to sign entries. Without a key, only servers on this machine are accepted. */
export type QueueAddress = { address: string; key: string | undefined };

/**
 * Connects to the queue at an address: `redis://`, `rediss://` or `postgres://`. Loads the needed packages on demand.
 * Throws a `QueueError` if they are missing, if no server answers, if the password is wrong, or if there is no key for
 * a server that other machines can reach.
 */
export async function openBroker({ address, key }: QueueAddress): Promise<Broker> {
  return connectBroker(address, { seal: createEntrySigner(key), isLocal: key === undefined });
}

/** If `isLocal` is true, servers that other machines can reach are rejected. */
export async function connectBroker(
  address: string,
  { seal, isLocal }: { seal: EntrySigner; isLocal: boolean },
): Promise<Broker> {
  const url = parseAddress(address);
  const bullmq = await loadPackage(() => import('bullmq'), 'bullmq', url);
  if (url.protocol.startsWith('redis')) {
    await checkRedisConnection(url, { isLocal });
    const connection = { url: url.href, maxRetriesPerRequest: null, retryStrategy: () => 250 };
    return createBullmqBroker({ classes: bullmq.withBackend(bullmq.createRedisBackend), connection, seal });
  }
  const { Client } = await loadPackage(() => import('pg'), 'pg', url);
  // The host is read from the client object, because the query of the address may name another host.
  if (isLocal) requireLocal(url, new Client(url.href).host);
  const connection = { connectionString: url.href, max: MAX_CONNECTIONS, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const classes = bullmq.withBackend(bullmq.createPostgresBackend);
  const first = new classes.Queue('turntree-runs', { connection: { ...connection, migrate: true } });
  let connectionError: unknown;
  first.on('error', (error) => {
    connectionError ??= error;
  });
  try {
    await first.waitUntilReady();
  } catch (error) {
    throw toQueueError(url, connectionError ?? error);
  } finally {
    await first.close().catch(() => undefined);
  }
  return createBullmqBroker({ classes, connection, seal });
}

/** Formats the address of a queue for display, without its secrets. */
export function formatAddressWithoutSecrets({
  protocol,
  host,
  pathname,
}: Pick<URL, 'protocol' | 'host' | 'pathname'>): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

function parseAddress(address: string): URL {
  const url = URL.parse(address);
  const protocols = ['redis:', 'rediss:', 'postgres:', 'postgresql:'];
  if (url !== null && protocols.includes(url.protocol) && url.host !== '') return url;
  throw new QueueError(`a queue has an address such as redis://127.0.0.1:6379, got "${address}"`, [
    'redis://…, rediss://… (TLS) or postgres://…',
  ]);
}

async function loadPackage<Module>(load: () => Promise<Module>, name: string, url: URL): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    const driver = url.protocol.startsWith('redis') ? 'ioredis' : 'pg';
    throw new QueueError(`a queue needs the package "${name}", which is not installed`, [
      `npm install bullmq@6 ${driver}`,
    ]);
  }
}

/** Throws a `QueueError` if other machines can reach the server. A host that is a path stands for a Unix socket. */
function requireLocal(url: URL, host = ''): void {
  const name = host.replace(/^\[(.+)\]$/, '$1').toLowerCase();
  if (name.startsWith('/') || name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.')))
    return;
  throw new QueueError(
    `the queue ${formatAddressWithoutSecrets(url)} is not on this machine, and ${QUEUE_KEY} is not set`,
    [
      'Without a key, anyone who can write to a queue can give orders to its workers.',
      `Make a key with "openssl rand -hex 32", and set ${QUEUE_KEY} for the run and for all its workers.`,
    ],
  );
}

/** Connects once before BullMQ does, because BullMQ would retry forever without giving a reason. */
async function checkRedisConnection(url: URL, { isLocal }: { isLocal: boolean }): Promise<void> {
  const { Redis } = await loadPackage(() => import('ioredis'), 'ioredis', url);
  const client = new Redis(url.href, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: () => null,
  });
  const { host, path, sentinels } = client.options;
  if (isLocal) requireLocal(url, sentinels ? undefined : (path ?? host));
  let connectionError: unknown;
  client.on('error', (error) => {
    connectionError ??= error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw toQueueError(url, connectionError ?? error);
  } finally {
    client.disconnect();
  }
}

const authenticationErrorPattern = /NOAUTH|WRONGPASS|invalid password|password authentication failed|no password|SASL/i;

function toQueueError(url: URL, error: unknown): QueueError {
  const text = describeConnectionError(error);
  if (authenticationErrorPattern.test(text)) {
    return new QueueError(`the queue ${formatAddressWithoutSecrets(url)} refuses the user or the password: ${text}`, [
      `Write them into the address: ${url.protocol}//user:password@${url.host}`,
    ]);
  }
  return new QueueError(`the queue ${formatAddressWithoutSecrets(url)} cannot be used: ${text}`);
}

/**
 * Returns the error's message. If all addresses of a host name fail, the error itself has no message; the messages are
 * then in its list of errors.
 */
function describeConnectionError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(toErrorMessage).join('; ');
  return toErrorMessage(error);
}
