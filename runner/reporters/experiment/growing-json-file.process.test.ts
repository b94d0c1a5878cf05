import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createGrowingJsonFile } from './growing-json-file.ts';

async function freshFile(): Promise<string> {
  return path.join(await createTemporaryWorkspace({}), 'results', 'run.json');
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const writer = path.join(import.meta.dirname, '..', '..', 'testing', 'fixtures', 'growing-json-writer.ts');

describe('a growing JSON file', () => {
  it('equals the whole in the end, however its items come, and is JSON whenever it is looked at', async () => {
    const item = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.constant(null)));
    const values = fc.record({ start: item, items: fc.array(item, { maxLength: 20 }), rest: item });
    await fc.assert(
      fc.asyncProperty(values, async ({ start, items, rest }) => {
        const file = await freshFile();
        const head = { ...start, name: 'x' };
        const json = createGrowingJsonFile(file, head, 'items');
        expect(readJson(file)).toEqual(JSON.parse(JSON.stringify({ ...head, items: [] })));
        for (const one of items) {
          json.addItem(one);
          expect(Array.isArray(readJson(file).items)).toBe(true);
        }
        const end = { ...rest, done: true };
        json.completeFile(end);
        const text = (value: object): string => JSON.stringify(value, undefined, 2).slice(1, -2);
        const whole = `{${text({ ...head, items })},${text(end)}\n}\n`;
        expect(readFileSync(file, 'utf8')).toBe(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('has the first item at once and the others soon', async () => {
    const file = await freshFile();
    const json = createGrowingJsonFile(file, {}, 'items');
    json.addItem({ item: 1 });
    expect(readJson(file)).toEqual({ items: [{ item: 1 }] });
    for (let item = 2; item <= 50; item += 1) json.addItem({ item });
    await vi.waitFor(() => expect(readJson(file).items).toHaveLength(50));
    json.completeFile({});
    expect(readJson(file).items).toHaveLength(50);
  });

  it('is complete JSON for whoever is still reading it while it grows', async () => {
    const file = await freshFile();
    const json = createGrowingJsonFile(file, { name: 'x' }, 'items');
    const reader = openSync(file, 'r');
    const beginning = Buffer.alloc(10);
    readSync(reader, beginning);
    json.addItem({ item: 1 });
    await vi.waitFor(() => expect(readJson(file).items).toHaveLength(1));
    expect(JSON.parse(`${beginning}${readFileSync(reader, 'utf8')}`)).toEqual({ name: 'x', items: [] });
    closeSync(reader);
    json.completeFile({});
    expect(readdirSync(path.dirname(file))).toEqual(['run.json']);
  });

  it('overwrites nothing', async () => {
    const file = await freshFile();
    createGrowingJsonFile(file, {}, 'items').completeFile({ first: true });
    expect(() => createGrowingJsonFile(file, {}, 'items')).toThrow('EEXIST');
    expect(readJson(file)).toEqual({ items: [], first: true });
  });

  it.each([100, 300, 900])('is complete JSON when its writer is killed after %i items', async (least) => {
    const file = await freshFile();
    const child = spawn(process.execPath, [writer, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    const killed = once(child, 'close');
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.split('\n').length > least / 100) child.kill('SIGKILL');
    });
    const [, signal] = await killed;
    expect(signal).toBe('SIGKILL');
    const { testRun, results } = readJson(file);
    expect(testRun).toBe('killed');
    expect(results.length).toBeGreaterThan(0);
    expect(results.map(({ item }: { item: number }) => item)).toEqual(results.map((_: unknown, at: number) => at + 1));
  });
});
