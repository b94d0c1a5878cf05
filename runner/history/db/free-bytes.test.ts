import { serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { freeBytes } from './free-bytes.ts';

it.each([
  ['of its own', Buffer.allocUnsafeSlow(100_000)],
  ['of a serialized value', serialize({ text: 'x'.repeat(100_000) })],
])('frees the memory %s', (_, bytes) => {
  const { buffer } = bytes;
  expect(buffer.byteLength).toBeGreaterThanOrEqual(100_000);
  freeBytes(bytes);
  expect([bytes.length, buffer.byteLength]).toEqual([0, 0]);
});
