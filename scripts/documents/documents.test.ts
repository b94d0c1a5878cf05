import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../../runner/testing/run-in-process.ts';
import { loadCaseFile } from '../../runner/workspace/workspace-readers.ts';
import { isCommandBlock } from './document-commands.ts';
import { allDocuments, home, listDocumentBlocks, readDocument } from './documents.ts';
import { parseMarkdownBlocks } from './markdown-blocks.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-docs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the blocks of commands', () => {
  const blocks = allDocuments.flatMap((document) => parseMarkdownBlocks(readDocument(document)).filter(isCommandBlock));

  it('are run in a fresh clone, all but five, which say why', () => {
    const notRun = blocks.flatMap(({ notRun: reason }) => reason ?? []);
    expect(blocks.length).toBeGreaterThanOrEqual(169);
    expect(notRun.length).toBeLessThanOrEqual(5);
    for (const reason of notRun) expect(reason).toMatch(/^[a-z].{20,}/);
  });

  it('do not hide in blocks of another kind', () => {
    const hidden = allDocuments.flatMap((document) =>
      parseMarkdownBlocks(readDocument(document)).flatMap((block) =>
        !/^(ts|js)$/.test(block.language) &&
        !isCommandBlock(block) &&
        block.file === undefined &&
        /^(\$ |npx |npm |turntree |export |docker )/m.test(block.text)
          ? [`${document}:${block.line}`]
          : [],
      ),
    );
    expect(hidden).toEqual([]);
  });

  it('and all other blocks begin with a language at the start of a line, so that tests see them', () => {
    const unread = allDocuments.flatMap((document) => {
      const lines = readDocument(document).split('\n');
      const fences = lines.flatMap((text, index) => (/^\s*(```|~~~)/.test(text) ? [{ text, line: index + 1 }] : []));
      return fences.flatMap(({ text, line }, index) =>
        (index % 2 === 0 ? /^```[a-z]+$/ : /^```$/).test(text) ? [] : [`${document}:${line}`],
      );
    });
    expect(unread).toEqual([]);
  });
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
    listDocumentBlocks(document, 'jsonl').map((block) => ({ ...block, place: `${document}:${block.line}` })),
  );

  it.each(jsonl)('in $place load', async ({ place, text }) => {
    const file = path.join(folder, `${place.replaceAll(/\W/g, '-')}.jsonl`);
    writeFileSync(file, text);
    const { cases, warnings } = await loadCaseFile(file, place);
    expect(warnings).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });

  it('in JSON are JSON', () => {
    const json = allDocuments.flatMap((document) => listDocumentBlocks(document, 'json'));
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

describe('the pictures', () => {
  const pictures = allDocuments.flatMap((document) =>
    [...readDocument(document).matchAll(/\b(?:src|srcset)="([^":]+)"/g)].map(([, target = '']) => ({
      document,
      target,
    })),
  );

  it.each(pictures)('from $document to $target are there', ({ document, target }) => {
    expect(existsSync(path.join(home, path.dirname(document), target))).toBe(true);
  });
});

it.each(['how-to', 'reference', 'explanation'])('the index of %s lists every page', (shelf) => {
  const pages = allDocuments.filter((document) => path.dirname(document) === `docs/${shelf}`);
  const listed = [...readDocument(`docs/${shelf}/index.md`).matchAll(/^\* \[[^\]]+\]\(([\w-]+\.md)\)/gm)];
  const names = pages.map((document) => path.basename(document)).filter((name) => name !== 'index.md');
  expect(listed.map(([, name]) => name).toSorted()).toEqual(names.toSorted());
});

it('the README has at most 800 words', () => {
  expect(readDocument('README.md').split(/\s+/).length).toBeLessThanOrEqual(800);
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
