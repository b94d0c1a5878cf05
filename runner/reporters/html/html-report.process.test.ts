import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../../testing/measured-results.ts';
import { htmlReport } from './html-report.ts';
import { pageAssets } from './page-assets.ts';

/** Made once: without a build, each page would compile its script anew. */
const assets = pageAssets();
const home = path.join(import.meta.dirname, '..', '..', '..');

function page(results: Parameters<typeof finishedRun>[0], parts: Parameters<typeof finishedRun>[1] = {}): string {
  const { state, resultsOf } = finishedRun(results, parts);
  return [...htmlReport(state, resultsOf, assets)].join('');
}

/** The data of the page as a browser finds them: up to the first end of the element, whatever is in it. */
function dataOf(html: string, id: string): unknown[] {
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
    expect(dataOf(html, 'run')).toMatchObject([
      {
        input: 'tests/suite.jsonl',
        status: 'failed',
        attemptsPerCase: 2,
        counts: { passed: 1, failed: 1 },
        rates: [['Interval', '20.8% to 100.0% (95% confidence)']],
      },
    ]);
    expect(dataOf(html, 'rows')).toMatchObject([
      { id: 'a', name: 'says hello', status: 'passed' },
      { id: 'b', status: 'failed', stability: { class: 'unstable', rate: 0.5 } },
    ]);
    expect(dataOf(html, 'cases')).toMatchObject([
      [{ output: 'hello' }],
      [
        { attempt: 1, status: 'failed' },
        { attempt: 2, status: 'passed' },
      ],
    ]);
  });

  it('holds what was measured and scored, and how tags and columns went', () => {
    const html = page([consistencyResult(), experimentResult()]);
    expect(dataOf(html, 'run')).toMatchObject([
      {
        metrics: [{ kind: 'accuracy', score: 0.5 }],
        tags: [{ name: 'spanish', passed: 1, total: 2 }, { name: 'greeting' }],
        columns: [{ column: 'difficulty', groups: [{ name: 'easy', passed: 1, total: 2 }] }],
      },
    ]);
    expect(dataOf(html, 'rows')).toMatchObject([
      { score: 0.5 },
      {
        score: 0.6,
        cells: [
          { metric: 'politeness', score: 0.95 },
          { metric: 'language', passed: false },
        ],
      },
    ]);
    expect(dataOf(html, 'cases')).toMatchObject([[{ samples: [{}, {}, {}] }], [{ scores: [{}, {}] }]]);
  });

  it('shows attempts that never ended as skipped', () => {
    const { state } = finishedRun([caseResult()]);
    const html = [...htmlReport(state, () => [], assets)].join('');
    expect(dataOf(html, 'cases')).toMatchObject([[{ status: 'skipped', reason: 'not finished' }]]);
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
        expect(dataOf(html, 'cases')).toMatchObject([[{ output }]]);
        expect(html.match(/<script/gi)).toHaveLength(4);
        expect(html).not.toMatch(/<!--/);
      }),
      { numRuns: 40 },
    );
  });

  it('lets nothing in but its own script and style', () => {
    const html = page([caseResult()]);
    const hashOf = (element: string): string => {
      const [, text = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html) ?? [];
      expect(text.length).toBeGreaterThan(1000);
      return createHash('sha256').update(text).digest('base64');
    };
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toBe(
      `default-src 'none'; script-src 'sha256-${hashOf('script')}'; style-src 'sha256-${hashOf('style')}'; base-uri 'none'; form-action 'none'`,
    );
    expect(html).not.toMatch(/(src|href)="?http|@import|url\(/);
  });

  it('wears the colours of the dashboard', () => {
    const dashboard = readFileSync(path.join(home, 'app/globals.css'), 'utf8');
    const tokens = readFileSync(path.join(import.meta.dirname, 'page/tokens.css'), 'utf8');
    const coloursIn = (text: string): Map<string, string> =>
      new Map([...text.matchAll(/--([\w-]+): (oklch\([^;]*\));/g)].map(([, name = '', colour = '']) => [name, colour]));
    const light = coloursIn(dashboard.slice(0, dashboard.indexOf('.dark {')));
    const dark = coloursIn(dashboard.slice(dashboard.indexOf('.dark {')));
    expect(light.size).toBeGreaterThan(20);
    for (const [name, colour] of light) {
      expect(tokens).toContain(`--${name}: light-dark(${colour}, ${dark.get(name)});`);
    }
  });
});
