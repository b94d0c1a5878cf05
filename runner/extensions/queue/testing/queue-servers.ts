import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgres, findRedis } from '../../../../scripts/find-queues.mjs';
import { getServerPort } from '../../../testing/server-port.ts';

/** A queue server on its own loopback port, with its data in a temporary folder. */
export type QueueServer = {
  url: string;
  /** Stops the server normally and restarts it with the same data. */
  restart(): Promise<void>;
  /** Kills the server and restarts it. Redis loses its data; PostgreSQL keeps the data that it had written. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts Redis. Throws if it is not installed, because these tests must not be skipped. */
export async function startRedis({ password }: { password?: string } = {}): Promise<QueueServer> {
  const program = requireInstalled(findRedis(), 'Redis');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-redis-'));
  const port = await findFreePort();
  const spawnRedis = () =>
    spawn(
      program,
      [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''],
        ...(password === undefined ? [] : ['--requirepass', password]),
      ],
      { stdio: 'ignore' },
    );
  return startServedProcess({
    start: spawnRedis,
    folder,
    stopSignal: 'SIGTERM',
    isReady: () => isPortOpen(port),
    lose: () => rmSync(path.join(folder, 'appendonlydir'), { recursive: true, force: true }),
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
  });
}

/**
 * Starts PostgreSQL with the user and password `turntree`. PostgreSQL refuses to run as root, so if the tests run as
 * root, it is started as the user `postgres`.
 */
export async function startPostgres(): Promise<QueueServer> {
  const program = requireInstalled(findPostgres(), 'PostgreSQL');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-postgres-'));
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, 'turntree\n');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder]);
  chmodSync(folder, 0o700);
  const toUserCommand = (args: readonly string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...args]]
      : [args[0] ?? '', args.slice(1)];
  const [init, initArgs] = toUserCommand([
    ...[path.join(path.dirname(program), 'initdb'), '-D', data, '-U', 'turntree', '--auth=scram-sha-256'],
    ...[`--pwfile=${passwordFile}`, '-E', 'UTF8', '--no-sync'],
  ]);
  execFileSync(init, initArgs, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  const port = await findFreePort();
  const spawnPostgres = () => {
    const [command, args] = toUserCommand([
      ...[program, '-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories=', '-c', 'fsync=off'],
    ]);
    return spawn(command, args, { stdio: 'ignore', cwd: '/' });
  };
  const url = `postgres://turntree:turntree@127.0.0.1:${port}/postgres`;
  // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for connected clients.
  return startServedProcess({
    start: spawnPostgres,
    folder,
    stopSignal: 'SIGINT',
    isReady: () => acceptsConnections(url),
    lose: () => undefined,
    url,
  });
}

type ServedProcess = {
  start(): ChildProcess;
  folder: string;
  stopSignal: NodeJS.Signals;
  isReady(): Promise<boolean>;
  /** Deletes the data that would be lost in a crash. */
  lose(): void;
  url: string;
};

async function startServedProcess({
  start,
  folder,
  stopSignal,
  isReady,
  lose,
  url,
}: ServedProcess): Promise<QueueServer> {
  let child = start();
  const endServer = async (signal = stopSignal): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await waitUntilReady(child, isReady);
  return {
    url,
    async restart() {
      await endServer();
      child = start();
      await waitUntilReady(child, isReady);
    },
    async crash() {
      await endServer('SIGKILL');
      lose();
      // Child processes of a killed PostgreSQL keep its shared memory for a moment, and during this time it cannot
      // restart.
      for (let isUp = false; !isUp; ) {
        child = start();
        isUp = await waitUntilReady(child, isReady).then(
          () => true,
          () => false,
        );
      }
    },
    async stop() {
      await endServer();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode} before it was ready`);
    await pause(50);
  }
}

async function isPortOpen(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  return new Promise((resolve) => {
    const createSettler = (isReachable: boolean) => () => {
      socket.destroy();
      resolve(isReachable);
    };
    socket.once('connect', createSettler(true)).once('error', createSettler(false));
  });
}

/**
 * PostgreSQL accepts connections only some time after it begins to listen; until then it reports that it is starting
 * up.
 */
async function acceptsConnections(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = getServerPort(server.address());
  server.close();
  await once(server, 'close');
  return port;
}

function requireInstalled(program: string | undefined, name: string): string {
  if (program !== undefined) return program;
  throw new Error(
    `The tests of queues need ${name}: run "node scripts/ensure-programs.mjs", or install it ("apt-get install redis-server postgresql").`,
  );
}
