import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../../testing/measured-results.ts';
import { buildHtmlReport } from './html-report.ts';
import { compressPageAssets, unpackPageSource } from './packed-page.ts';
import { loadPageAssets } from './page-assets.ts';

/** The pages share one build of their script: without it, every page would compile the script again. */
const assets = loadPageAssets();
const home = path.join(import.meta.dirname, '..', '..', '..');

function page(results: Parameters<typeof finishedRun>[0], parts: Parameters<typeof finishedRun>[1] = {}): string {
  const { state, resultsOf } = finishedRun(results, parts);
  return [...buildHtmlReport(state, resultsOf, { assets })].join('');
}

/** Reads the page's data like a browser: up to the first closing tag, whatever the data contains. */
function readPageData(html: string, id: string): unknown[] {
  const [, text = ''] = new RegExp(`<script type="application/json" id="${id}">(.*?)</script`, 'is').exec(html) ?? [];
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('the HTML report', () => {
  it('holds the run, a row for each case and its attempts in full', () => {
    const html = page([
      caseResult({ id: 'a', name: 'says hello', output: 'hello' }),
      caseResult({ id: 'b', attempt: 1, status: 'failed' }),
      caseResult({ id: 'b', attempt: 2 }),
    ]);
    expect(readPageData(html, 'run')).toMatchObject([
      {
        input: 'tests/suite.jsonl',
        status: 'failed',
        attemptsPerCase: 2,
        counts: { passed: 1, failed: 1 },
        rates: [['Interval', '9.4% to 97.5% (95% confidence)']],
      },
    ]);
    expect(readPageData(html, 'rows')).toMatchObject([
      { id: 'a', name: 'says hello', attempts: [{ status: 'passed' }] },
      { id: 'b', attempts: [{ status: 'failed' }, { status: 'passed' }] },
    ]);
    expect(readPageData(html, 'cases')).toMatchObject([
      [{ output: 'hello' }],
      [
        { attempt: 1, status: 'failed' },
        { attempt: 2, status: 'passed' },
      ],
    ]);
  });

  it('holds what was measured and scored, and how tags and columns went', () => {
    const html = page([consistencyResult(), experimentResult()]);
    expect(readPageData(html, 'run')).toMatchObject([
      {
        metrics: [{ kind: 'accuracy', score: 0.5 }],
        tags: [{ name: 'spanish', passed: 1, total: 2 }, { name: 'greeting' }],
        columns: [{ column: 'difficulty', groups: [{ name: 'easy', passed: 1, total: 2 }] }],
      },
    ]);
    expect(readPageData(html, 'rows')).toMatchObject([
      { attempts: [{ score: 0.5 }] },
      {
        attempts: [
          {
            score: 0.6,
            cells: [
              { metric: 'politeness', score: 0.95 },
              { metric: 'language', passed: false },
            ],
          },
        ],
      },
    ]);
    expect(readPageData(html, 'cases')).toMatchObject([[{ samples: [{}, {}, {}] }], [{ scores: [{}, {}] }]]);
  });

  it('shows attempts that never ended as skipped', () => {
    const { state } = finishedRun([caseResult()]);
    for (const { attempts } of state.rows) for (const attempt of attempts) attempt.status = 'running';
    const html = [...buildHtmlReport(state, () => [], { assets })].join('');
    expect(readPageData(html, 'rows')).toMatchObject([{ attempts: [{ status: 'skipped' }] }]);
    expect(readPageData(html, 'cases')).toMatchObject([[{ status: 'skipped', reason: 'not finished' }]]);
  });

  it('keeps whatever an agent says as data', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('</script><script>alert(1)</script>', '<!--<script>', '\u2028', '\ud800', ']]>', '\u0000\r\n'),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), (texts) => {
        const output = texts.join('');
        const html = page([caseResult({ id: output || 'x', output })], {
          suites: [{ key: 'tests/suite.jsonl', agentId: output }],
        });
        expect(readPageData(html, 'cases')).toMatchObject([[{ output }]]);
        expect(html.match(/<script/gi)).toHaveLength(5);
        expect(html).not.toMatch(/<!--/);
      }),
      { numRuns: 40 },
    );
  });

  it('lets nothing in but its own script and style', () => {
    const html = page([caseResult()]);
    const [, loader = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
    const [, bytes, text = ''] = /id="page" data-bytes="(\d+)">([^<]*)<\/script>/.exec(html) ?? [];
    const [style = '', script = ''] = gunzipSync(decodePackedAssets(text).subarray(0, Number(bytes)))
      .toString()
      .split('\0');
    for (const part of [loader, style, script]) expect(part.length).toBeGreaterThan(500);
    expect(style === assets.style && script === assets.script).toBe(true);
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toBe(
      `default-src 'none'; script-src 'sha256-${hashText(loader)}' 'sha256-${hashText(script)}'; style-src 'sha256-${hashText(style)}'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'`,
    );
    const markup = html.replace(text, '');
    expect(markup.length).toBeLessThan(html.length);
    for (const part of [markup, style]) expect(part).not.toMatch(/(src|href)="?http|@import|url\(/);
    expect(/\beval\(|new Function|__html:/.test(script)).toBe(false);
  });

  // A page of one conversation may have at most 200 KB. Half of this is code to render Markdown and to align two
  // conversations.
  it('is light: its script and its style are small in the file', () => {
    const { text } = compressPageAssets(assets);
    expect(text.length + unpackPageSource.length).toBeLessThan(141_000);
    expect(page([caseResult()]).length).toBeLessThan(143_000);
  });

  it('of one conversation has at most 200 KB, and says what is missing', () => {
    const turn = (output: string) => ({
      turn: 1,
      origin: 'case' as const,
      input: 'hi',
      checkpointsReached: [],
      startedAt: 0,
      durationMs: 1,
      response: { content: output, toolCalls: [] },
    });
    const { state, resultsOf } = finishedRun([
      caseResult({
        id: 'long',
        kind: 'dynamic',
        status: 'failed',
        turns: Array.from({ length: 60 }, () => turn('مرحبا '.repeat(2_000))),
      }),
    ]);
    const html = [...buildHtmlReport(state, resultsOf, { assets, open: { case: 'long' } })].join('');
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(200_000);
    expect(readPageData(html, 'run')).toMatchObject([
      {
        isOneCase: true,
        missing: ['the ends of long texts'],
      },
    ]);
    expect(html).toContain('more characters)');
  });

  it('wears the colours of the dashboard', () => {
    const dashboard = readFileSync(path.join(home, 'app/globals.css'), 'utf8');
    const coloursIn = (text: string): Map<string, string> =>
      new Map(
        [...text.matchAll(/--([\w-]+): (oklch\([^;}]*\))/g)].map(([, name = '', colour = '']) => [name, plain(colour)]),
      );
    const plain = (colour: string): string => colour.replaceAll(/\b0\./g, '.');
    const worn = [assets.style.split('.dark{')[0] ?? '', assets.style.split('.dark{')[1] ?? ''].map(coloursIn);
    const light = coloursIn(dashboard.slice(0, dashboard.indexOf('.dark {')));
    const dark = coloursIn(dashboard.slice(dashboard.indexOf('.dark {')));
    expect(light.size).toBeGreaterThan(20);
    for (const [position, colours] of [light, dark].entries()) {
      for (const [name, colour] of colours) expect(worn[position]?.get(name), name).toBe(colour);
    }
  });
});

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Decodes base 85 text, in which five characters encode four bytes. */
function decodePackedAssets(text: string): Buffer {
  const numbers = (text.match(/.{5}/gs) ?? []).map((digits) =>
    [...digits].reduce((number, digit) => number * 85 + digit.charCodeAt(0) - (digit > '<' ? 36 : 35), 0),
  );
  return Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(number);
      return bytes;
    }),
  );
}
