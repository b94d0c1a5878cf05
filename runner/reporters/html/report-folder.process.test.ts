import { describe, expect, it } from 'vitest';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { toCaseFileName, toFileUrl, toTrendsFileName } from './page-addresses.ts';
import { buildReportFolder } from './report-folder.ts';

function renderFolder(results: Parameters<typeof finishedRun>[0]): Map<string, string> {
  const { state, resultsOf } = finishedRun(results);
  return new Map([...buildReportFolder({ state, resultsOf })].map(({ file, pieces }) => [file, [...pieces].join('')]));
}

describe('the report as a folder', () => {
  it('has a page for each case beside one script, and a page that leads to them', () => {
    const files = renderFolder([
      caseResult({ id: 'passes' }),
      caseResult({ id: 'fails', status: 'failed', error: 'the `order` is gone' }),
    ]);
    const names = [...files.keys()];
    const [passes = '', fails = ''] = names.slice(2);
    expect(names).toEqual(['page.js', 'page.css', passes, fails, 'index.html']);
    expect(passes).toMatch(/^cases\/passes-[0-9a-f]{8}\.html$/);
    const index = files.get('index.html') ?? '';
    expect(index.indexOf(`href="${fails}"`)).toBeLessThan(index.indexOf(`href="${passes}"`));
    expect(index).toContain('the <code>order</code> is gone');
    expect(index).toContain('2 cases: 1 passed, 1 failed');
    const page = files.get(fails) ?? '';
    expect(page).toContain('data-open="case=fails"');
    expect(page).toContain('src="../page.js"');
    expect(page).toContain("script-src 'self'");
    expect(page).not.toContain('passes');
    expect(page.length).toBeLessThan(8_000);
  });

  it('has a page of the last runs of a suite, at an address that only its name decides', () => {
    const { state, resultsOf } = finishedRun([caseResult({ id: 'refund' })]);
    const suiteKey = state.rows[0]?.suiteKey ?? '';
    const runs = [
      { runId: 'run-1', startedAt: 0, passed: 1, judged: 2, gitCommit: null },
      { runId: 'run-2', startedAt: 60_000, passed: 2, judged: 2, gitCommit: 'abcdef0123456' },
    ];
    const cases = [
      { id: 'refund', standing: 'flaky', passed: 1, judged: 2, cells: 'FP' },
      { id: '<gone>', standing: 'fine', passed: 1, judged: 1, cells: '.5' },
    ];
    const trends = [{ suiteKey, agent: 'desk', sentence: '`refund` is flaky <b>', runs, cases }];
    const files = [...buildReportFolder({ state, resultsOf, trends })];
    const file = toTrendsFileName(suiteKey);
    const page = [...(files.find((each) => each.file === file)?.pieces ?? [])].join('');
    expect(file).toMatch(/^trends\/[^/]+-[0-9a-f]{8}\.html$/);
    expect([...(files.at(-1)?.pieces ?? [])].join('')).toContain(`href="${toFileUrl(file)}"`);
    expect(page).toContain('<code>refund</code> is flaky &lt;b&gt;');
    expect(page).toContain(`<a href="../${toFileUrl(toCaseFileName({ suiteKey, id: 'refund' }))}">refund</a>`);
    expect(page).toContain('<td>&lt;gone&gt;</td>');
    expect(page).toContain('aria-label="Pass rate of each run, the last one 100.0% (2 of 2)"');
    expect(page.indexOf('abcdef0123')).toBeLessThan(page.indexOf('50.0% (1 of 2)', page.indexOf('<h2>Runs')));
    expect(page).not.toContain('<script');
  });

  it('has the page of a case at the same address whatever other cases there are', () => {
    const pageOf = (...ids: string[]) =>
      [...renderFolder(ids.map((id) => caseResult({ id }))).keys()].find((name) => name.startsWith('cases/refund-'));
    expect(pageOf('new', 'refund')).toBe(pageOf('refund'));
    expect(pageOf('refund')).toBeDefined();
  });

  it.each([
    ['leads out of the folder', '../../../etc/cron.d/evil'],
    ['is a name of Windows', 'CON'],
    ['is very long', 'x'.repeat(5_000)],
    ['holds markup', '<script>alert(1)</script>"onload="'],
    ['has half a character', '\ud83d'],
    ['is nothing but dots', '..'],
  ])('an id that %s stays a name in the folder', (_, id) => {
    const files = renderFolder([caseResult({ id })]);
    const [file = ''] = [...files.keys()].filter((name) => name.startsWith('cases/'));
    expect(file).toMatch(/^cases\/[^/\\<>:"|?*]{1,70}\.html$/);
    expect(file.isWellFormed()).toBe(true);
    const index = files.get('index.html') ?? '';
    expect(index).toContain(`href="cases/${encodeURIComponent(file.slice('cases/'.length))}"`);
    expect(index).not.toContain('<script');
  });

  it('tells ids apart that a file system would not', () => {
    const names = [
      ...renderFolder([caseResult({ id: 'A' }), caseResult({ id: 'a' }), caseResult({ id: 'a/' })]).keys(),
    ];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });
});
