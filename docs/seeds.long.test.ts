import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { raw as jq } from 'jq-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../runner/testing/run-cli.ts';
import { checkoutFor, wordsOf } from './document-commands.ts';
import { rowsIn, seedRows } from './seed-rows.ts';

const documents = ['docs/coming-from-oxy.md'];

describe.each(documents)('each form of the guide that %s speaks of', (document) => {
  let folder: string;
  let checkout: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-seeds-'));
    checkout = checkoutFor(document, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(seedRows(document))('$form', async ({ line, command, filter, exitCode, prints }) => {
    const [npx, runner, ...args] = wordsOf(command);
    expect([npx, runner], `line ${line}`).toEqual(['npx', 'runner']);
    const { code, stdout, stderr } = await runCli(args, { cwd: checkout });
    expect({ line, code, stderr }).toMatchObject({ code: exitCode });
    if (filter !== undefined) {
      expect([await jq(stdout, filter.program, filter.flags)], `line ${line}`).toEqual(prints);
      return;
    }
    for (const piece of prints) expect(stdout + stderr, `line ${line}`).toContain(piece);
    // A result in JSON is all that standard output has.
    const [result = ''] = prints;
    if (result.startsWith('{')) expect(stdout, `line ${line}`).toBe(`${result}\n`);
  });
});

describe('a row', () => {
  const head = '| in the guide | here | exits with | prints | deviates |\n| - | - | - | - | - |\n';

  it('has a command, perhaps with a filter', () => {
    const text = `${head}| all of it | \`npx runner test a.jsonl \\| jq -c .a\` | 1 | \`b\` \`c\` | |\n`;
    expect(rowsIn(text, 'a.md')).toEqual([
      {
        ...{ line: 3, form: 'all of it', command: 'npx runner test a.jsonl', exitCode: 1, prints: ['b', 'c'] },
        filter: { flags: ['-c'], program: '.a' },
      },
    ]);
  });

  it.each(['| a | `npx runner` | 0 | |', '| a | npx runner | 0 | `b` | |', '| a | `npx runner` | | `b` | |'])(
    'such as %s is refused',
    (row) => {
      expect(() => rowsIn(`${head}${row}\n`, 'a.md')).toThrow('a.md:3 is no row of five cells');
    },
  );
});
