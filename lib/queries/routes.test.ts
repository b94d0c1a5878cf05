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
const table = readFileSync(path.join(root, 'lib/queries/routes.ts'), 'utf8');

describe('the routes', () => {
  it.each(routes)('at $address have their own entries in the table', ({ address, text }) => {
    const methods = [...text.matchAll(/export const (\w+) = (?:defineRoute|defineRunRoute)<'(.*?)'>/g)];
    for (const [, method, entry] of methods) expect(entry).toBe(`${method} ${address}`);
    for (const [, entry] of text.matchAll(/Answers\['(.*?)'\]/g)) {
      expect(methods.map(([, , routeKey]) => routeKey)).toContain(entry);
    }
    // The route of MCP is not in the table of routes, because MCP is a bidirectional protocol.
    const others = address === '/api/mcp' ? ['GET', 'POST'] : [];
    const exported = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
    expect(exported.sort()).toEqual([...others, ...methods.map(([, method]) => method)].sort());
    expect(exported).not.toEqual([]);
  });

  it('read what they are asked with', () => {
    const readers = {
      search: /\bparse(?:SearchParams|SuiteParam|CaseParams)\(|\bwatchRun\b/,
      body: /\bparseRouteBody\(/,
    };
    const entries = [...table.matchAll(/^ {2}'(\w+ .*?)': \{\s*(search|body):/gm)];
    expect(entries.length).toBeGreaterThan(30);
    for (const [, entry = '', routeText] of entries) {
      const { text = '' } = routes.find(({ address }) => entry.endsWith(` ${address}`)) ?? {};
      const [, handler = ''] = text.split(`oute<'${entry}'>`);
      const [handlerText = ''] = handler.split(/^export /m);
      expect(handlerText, entry).toMatch(routeText === 'body' ? readers.body : readers.search);
    }
  });

  it('are all in use', () => {
    const entries = [...table.matchAll(/^ {2}'(\w+ .*?)':/gm)].map(([, entry]) => entry);
    const answeredRoutes = routes.flatMap(({ text }) =>
      [...text.matchAll(/[rR]oute<'(.*?)'>/g)].map(([, entry]) => entry),
    );
    expect(answeredRoutes.sort()).toEqual(entries.sort());
  });
});
