import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/**
 * Lists every source file that opens a port, with the tests that show at which address, for whom and until when the
 * port is open.
 */
const listeners: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'runner/agents/loopback-server.ts': {
    'runner/agents/mcp/mocks-listener.test.ts': [
      'listens on 127.0.0.1 only, on a free port',
      'answers nobody without the address, from another site, or after the agent',
    ],
    'runner/agents/telemetry/trace-listener.test.ts': [
      'listens on 127.0.0.1 only, on a free port',
      'answers nobody without the address, from another site, or after the attempt',
    ],
  },
  'runner/extensions/import/live/start-receiver.ts': {
    'runner/extensions/import/live/start-receiver.process.test.ts': [
      'listens on 127.0.0.1 only',
      'answers no page of a browser, not even its own, and nobody who names another host',
    ],
  },
  'runner/run/serve/serve-dashboard.ts': {
    'e2e/server.spec.ts': ['the server listens on 127.0.0.1 only, and no longer than its process'],
    'e2e/security.spec.ts': [
      'other users of the machine come nowhere without the token',
      'no route answers a forged request',
    ],
  },
};

/** Matches code that opens a port. Test servers are left out, because they are not shipped. */
const listening =
  /\.listen\(|\bcreate(?:Secure)?Server\(|\bnew (?:WebSocketServer|(?:http|https|net|tls|http2)\.Server)\(|\bcreateSocket\(|\.serve\(|\bserve\(\{/;

describe('the program', () => {
  it('opens no port but where it is known to', () => {
    const files = globSync('{runner,lib,app,components,bin,scripts}/**/*.{ts,tsx,mts,mjs,cjs,js}', { cwd: root })
      .concat(globSync('*.{ts,mjs}', { cwd: root }))
      .filter((file) => !/\.(test|spec)\.tsx?$|(^|[\\/])testing[\\/]/.test(file));
    expect(files.length).toBeGreaterThan(1_000);
    const found = files.filter((file) => listening.test(readFileSync(path.join(root, file), 'utf8')));
    expect(found.map((file) => file.split(path.sep).join('/')).toSorted()).toEqual(Object.keys(listeners));
  });

  it.each(Object.entries(listeners))('has tests of who is answered: %s', (_listener, files) => {
    for (const [file, tests] of Object.entries(files)) {
      const text = readFileSync(path.join(root, file), 'utf8');
      for (const name of tests) expect(text).toMatch(new RegExp(`^ *(it|test)\\('${escapeStringRegexp(name)}'`, 'm'));
    }
  });

  it('uses the server of the loopback interface where its users are known', () => {
    const users = globSync('runner/**/*.ts', { cwd: root }).filter(
      (file) =>
        !file.endsWith('.test.ts') && /\bstartLoopbackServer\(/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(users.map((file) => path.basename(file)).toSorted()).toEqual([
      ...['loopback-server.ts', 'mocks-server.ts', 'traces-server.ts'],
    ]);
  });

  it.each([
    'http.createServer()',
    'server.listen(0)',
    'new WebSocketServer({ port })',
    "createSocket('udp4')",
    'Deno.serve(x)',
  ])('would be found out: %s', (line) => expect(line).toMatch(listening));
});
