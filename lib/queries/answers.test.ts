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
  it.each(routes)('of $address are what the table says', ({ address, text }) => {
    const answers = text.split('export function ').slice(1);
    for (const answer of answers) {
      const method = answer.slice(0, answer.indexOf('('));
      const promised = [...answer.matchAll(/satisfies (?:Answers\['(.*?)'\]|RunScreen\b)/g)];
      expect(promised).toHaveLength(answer.split('Response.json(').length - 1);
      for (const [, entry] of promised) expect(entry ?? `${method} ${address}`).toBe(`${method} ${address}`);
    }
  });

  it('are all in use', () => {
    const entries = [...table.matchAll(/^ {2}'(\w+ .*?)':/gm)].map(([, entry]) => entry);
    const promised = routes.flatMap(({ text }) => [...text.matchAll(/Answers\['(.*?)'\]/g)].map(([, entry]) => entry));
    expect([...new Set(promised)].sort()).toEqual(entries.sort());
  });
});
