import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { addEnvFileVariables } from '../load/env-files.ts';
import { createRedactor } from '../redactor.ts';
import { hideQueueKeyInOutput } from './queue-key.ts';

const stream = { write: () => true, once: () => undefined };
const terminalWith = (variables: Record<string, string>, cwd = '/') => ({
  stdout: stream,
  stderr: stream,
  cwd,
  variables,
});
let folder: string | undefined;
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

it('is taken out of the variables, also of those that the process has', () => {
  const variables = { TURNTREE_QUEUE_KEY: 'the key of a queue', PATH: '/bin' };
  const terminal = hideQueueKeyInOutput(terminalWith(variables));
  expect([terminal.queueKey, variables]).toEqual(['the key of a queue', { PATH: '/bin' }]);
  expect(createRedactor({ ...terminal, extra: [] })('it is the key of a queue.')).toBe('it is [redacted].');
});

it('may stand in a file of variables, which wins', async () => {
  folder = await createTemporaryWorkspace({ '.env': 'TURNTREE_QUEUE_KEY=the key of the file\nOTHER=1\n' });
  const outerTerminal = hideQueueKeyInOutput(terminalWith({ TURNTREE_QUEUE_KEY: 'the key of a queue' }, folder));
  const { queueKey, variables } = addEnvFileVariables(outerTerminal, ['.env']);
  expect([queueKey, variables]).toEqual(['the key of the file', { OTHER: '1' }]);
});

it('is none where it is empty', () => {
  expect(hideQueueKeyInOutput(terminalWith({ TURNTREE_QUEUE_KEY: '' })).queueKey).toBeUndefined();
});
