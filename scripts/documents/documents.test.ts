import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runInProcess } from '../../runner/testing/terminal-here.ts';
import { loadCaseFile } from '../../runner/workspace/workspace-readers.ts';
import { commandsOf, lightlyCheckedDocuments } from './document-commands.ts';
import { allDocuments, blocksOf, home, readDocument } from './documents.ts';
import { markdownBlocks } from './markdown-blocks.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-docs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('commands that are not run are known to npm and to the runner', async () => {
  const all = allDocuments.flatMap(commandsOf).map(({ text }) => text);
  expect(all).toEqual(expect.arrayContaining(Object.keys(lightlyCheckedDocuments)));
  const manifest = z.object({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) });
  const { scripts, bin } = manifest.parse(JSON.parse(readDocument('package.json')));
  expect(scripts).toMatchObject({ start: expect.any(String), test: expect.any(String), verify: expect.any(String) });
  expect(existsSync(path.join(home, bin.turntree ?? 'missing'))).toBe(true);
  const { code, stdout } = await runInProcess(['ui', '--help'], home);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/-a, --app.*--port/s) });
});

it('flags that another program has too are in the help, under the same names', async () => {
  const [, same = ''] =
    /^These flags are the same: `([^`]+)`/m.exec(readDocument('docs/reference/coming-from-yao.md')) ?? [];
  const { stdout } = await runInProcess(['test', '--help', 'all'], home);
  const inHelp = new Set(stdout.match(/(?<=^ {2}|, )--?[a-z-]+/gm));
  expect(same.split(' ').length).toBeGreaterThan(20);
  expect(same.split(' ').filter((flag) => !inHelp.has(flag))).toEqual([]);
});

describe('the examples', () => {
  const jsonl = allDocuments.flatMap((document) =>
    blocksOf(document, 'jsonl').map((block) => ({ ...block, place: `${document}:${block.line}` })),
  );

  it.each(jsonl)('in $place load', async ({ place, text }) => {
    const file = path.join(folder, `${place.replaceAll(/\W/g, '-')}.jsonl`);
    writeFileSync(file, text);
    const { cases, warnings } = await loadCaseFile(file, place);
    expect(warnings).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });

  it('in JSON are JSON', () => {
    const json = allDocuments.flatMap((document) => blocksOf(document, 'json'));
    expect(json.length).toBeGreaterThan(0);
    for (const { text } of json) expect(() => JSON.parse(text)).not.toThrow();
  });
});

describe('the links', () => {
  const links = allDocuments.flatMap((document) =>
    [...readDocument(document).matchAll(/\[[^\]]*\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
      ([, target = '', anchor]) => ({ document, target, anchor }),
    ),
  );

  it.each(links)('from $document to $target lead somewhere', ({ document, target, anchor }) => {
    const file = target === '' ? document : path.join(path.dirname(document), target);
    expect(existsSync(path.join(home, file))).toBe(true);
    if (anchor !== undefined) expect(headingsOf(file)).toContain(anchor);
  });
});

it('files that a document counts on are named above their text, for readers who see no fence', () => {
  const unnamed = allDocuments.flatMap((document) => {
    const lines = readDocument(document).split('\n');
    return markdownBlocks(readDocument(document)).flatMap(({ file, line }) => {
      if (file === undefined) return [];
      const above = lines.slice(0, line - 1).findLast((text) => text !== '');
      return [`Save as \`${file}\`:`, `Add to \`${file}\`:`].includes(above ?? '') ? [] : [`${document}:${line}`];
    });
  });
  expect(unnamed).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
  const named = [
    ...readDocument('CONTRIBUTING.md').matchAll(
      /`((?:app|components|docs|drizzle|e2e|examples|lib|runner|scripts)\/[^`\s<>]+)`/g,
    ),
  ];

  it.each(named.map(([, file = '']) => file))('names %s, which is there', (file) => {
    expect(existsSync(path.join(home, file))).toBe(true);
  });
});

function headingsOf(document: string): string[] {
  const headings = readDocument(document).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
