import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { raw as jq } from 'jq-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../runner/testing/run-cli.ts';
import { createCheckout, saveBlock } from './checkout.ts';
import { readDocument } from './documents.ts';
import { parseMarkdownBlocks } from './markdown-blocks.ts';
import { parseFeatureMappingRows, readFeatureMappingRows } from './seed-rows.ts';
import { splitShellWords } from './shell-lines.ts';

const documents = [
  'docs/reference/coming-from-oxy.md',
  'docs/reference/coming-from-mastra-experiments.md',
  'docs/reference/coming-from-yao.md',
];

describe.each(documents)('each form of the guide that %s speaks of', (document) => {
  let folder: string;
  let checkout: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-seeds-'));
    checkout = createCheckout(folder);
    for (const block of parseMarkdownBlocks(readDocument(document))) saveBlock(block, checkout);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(readFeatureMappingRows(document))('$form', async ({ line, command, filter, exitCode, prints }) => {
    const words = splitShellWords(command);
    const start = words.indexOf('npx');
    const variables = Object.fromEntries(words.slice(0, start).map((word) => word.split('=')));
    expect(words.slice(start, start + 2), `line ${line}`).toEqual(['npx', 'turntree']);
    const { code, stdout, stderr } = await runCli(words.slice(start + 2), { cwd: checkout, variables });
    expect({ line, code, stderr }).toMatchObject({ code: exitCode });
    if (filter !== undefined) {
      const text = filter.file === undefined ? stdout : readOne(checkout, filter.file);
      expect([await jq(text, filter.program, filter.flags)], `line ${line}`).toEqual(prints);
      return;
    }
    for (const piece of prints) expect(stdout + stderr, `line ${line}`).toContain(piece);
    // With JSON output, the command prints only the result to standard output.
    const [result = ''] = prints;
    if (result.startsWith('{')) expect(stdout, `line ${line}`).toBe(`${result}\n`);
  });
});

function readOne(folder: string, pattern: string): string {
  const [file = '', ...others] = globSync(pattern, { cwd: folder });
  expect({ pattern, file: file !== '', others }).toEqual({ pattern, file: true, others: [] });
  return readFileSync(path.join(folder, file), 'utf8');
}

describe('a row', () => {
  const head = '| in the guide | here | exits with | prints | deviates |\n| - | - | - | - | - |\n';

  it('has a command, perhaps with a filter', () => {
    const text = `${head}| all of it | \`npx turntree test a.jsonl \\| jq -c .a\` | 1 | \`b\` \`c\` | |\n`;
    expect(parseFeatureMappingRows(text, 'a.md')).toEqual([
      {
        line: 3,
        form: 'all of it',
        command: 'npx turntree test a.jsonl',
        exitCode: 1,
        prints: ['b', 'c'],
        filter: { flags: ['-c'], program: '.a', file: undefined },
      },
    ]);
  });

  it.each(['| a | `npx turntree` | 0 | |', '| a | npx turntree | 0 | `b` | |', '| a | `npx turntree` | | `b` | |'])(
    'such as %s is refused',
    (row) => {
      expect(() => parseFeatureMappingRows(`${head}${row}\n`, 'a.md')).toThrow('a.md:3 is no row of five cells');
    },
  );
});
