import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const routes = readdirSync(path.join(root, 'app/api'), { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => ({
    address: `/api/${path.dirname(file)}`,
    text: readFileSync(path.join(root, 'app/api', file), 'utf8'),
  }));
const table = readFileSync(path.join(root, 'lib/queries/answers.ts'), 'utf8');

describe('the answers of the routes', () => {
  it.each(routes)('of $address are of its own entry in the table', ({ address, text }) => {
    const methods = [...text.matchAll(/export const (\w+) = (?:route|runRoute)<'(.*?)'>/g)];
    for (const [, method, entry] of methods) expect(entry).toBe(`${method} ${address}`);
    for (const [, entry] of text.matchAll(/Answers\['(.*?)'\]/g)) {
      expect(methods.map(([, , own]) => own)).toContain(entry);
    }
    const others = text.split('export function ').slice(1);
    expect(methods.length + others.length).toBeGreaterThan(0);
    // A JSON answer without an entry is the run's screen, which is a matter of the pages.
    for (const other of others) {
      expect(other.split('satisfies RunScreen').length).toBe(other.split('Response.json(').length);
    }
  });

  it('are all in use', () => {
    const entries = [...table.matchAll(/^ {2}'(\w+ .*?)':/gm)].map(([, entry]) => entry);
    const promised = routes.flatMap(({ text }) => [...text.matchAll(/[rR]oute<'(.*?)'>/g)].map(([, entry]) => entry));
    expect(promised.sort()).toEqual(entries.sort());
  });
});
