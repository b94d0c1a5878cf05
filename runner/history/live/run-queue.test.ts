import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deleteRunQueue, type RunQueue, readRunQueue, storeRunQueue } from './run-queue.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-run-queue-'));
const history = path.join(folder, 'history.db');
const worker = { id: 'a', name: 'one', parallel: 4, busy: 2, done: 7, aMinute: 12, longestMs: 900, isStuck: false };
const queue: RunQueue = { at: 1_000, waiting: 3, workers: [worker] };
afterAll(() => rmSync(folder, { recursive: true }));

it('is read as it was kept, and gone with its run', () => {
  expect(readRunQueue(history, 'run-1')).toBeUndefined();
  storeRunQueue(history, 'run-1', { ...queue, waiting: 9 });
  storeRunQueue(history, 'run-1', queue);
  expect(readRunQueue(history, 'run-1')).toEqual(queue);
  expect(readRunQueue(history, 'run-2')).toBeUndefined();
  deleteRunQueue(history, 'run-1');
  expect(readRunQueue(history, 'run-1')).toBeUndefined();
  expect(readdirSync(path.join(folder, '.queues'))).toEqual([]);
});

it('is not read where it is of another version', () => {
  storeRunQueue(history, 'run-3', queue);
  writeFileSync(path.join(folder, '.queues', 'run-3.json'), '{"waiting": 3}');
  expect(readRunQueue(history, 'run-3')).toBeUndefined();
});
