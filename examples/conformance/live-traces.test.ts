import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startReceiver } from '../../runner/extensions/import/live/start-receiver.ts';
import { openDatabase } from '../../runner/history/db/index.ts';
import { searchHistory } from '../../runner/history/index.ts';
import { createScriptedWorkspace } from '../../runner/testing/scripted-workspace.ts';

/** A program that uses the official tracing SDK. */
const program = path.join(import.meta.dirname, 'fixtures/traced-agent/command.ts');

it.each([
  ['Protocol Buffers', {}],
  ['JSON', { AS_JSON: 'yes' }],
])('a program with the SDK of OpenTelemetry becomes a conversation, sent as %s', async (_format, variables) => {
  const { root, remove } = createScriptedWorkspace();
  const database = path.join(root, '.runner/history.db');
  const stream = { write: () => undefined, once: () => undefined };
  const terminal = { stdout: stream, stderr: stream, cwd: root, variables: {} };
  const receiver = await startReceiver({ port: 0, root, database }, terminal);
  const endpoint = new URL(receiver.address).origin.replace('127.0.0.1', 'localhost');
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
  child.stdin.end(JSON.stringify({ input: 'order 7' }));
  expect(await once(child, 'close')).toEqual([0, null]);
  await receiver.close();
  const history = openDatabase(database);
  const { hits } = searchHistory(history, { text: 'order 7' });
  history.close();
  remove();
  expect(hits).toMatchObject([{ suiteKey: 'otlp/agent', turn: 1 }]);
});
