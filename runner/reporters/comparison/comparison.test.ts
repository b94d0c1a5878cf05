import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '../../contract/index.ts';
import { type CaseRow, countAttempts, emptyRunState, type RunState } from '../../fold/index.ts';
import { compareRuns, type RunComparison } from '../../verdict/index.ts';
import { formatComparisonJson } from './comparison-json.ts';
import { formatComparisonMarkdown } from './comparison-markdown.ts';
import { formatComparisonText } from './comparison-text.ts';

type CaseSpec = { id: string; name?: string; hash?: string; statuses: readonly CaseStatus[] };

function run(runId: string, entries: readonly CaseSpec[], faults: RunState['faults'] = {}): RunState {
  const rows = entries.map(
    ({ id, name, hash = 'h', statuses }): CaseRow => ({
      suiteKey: 'a.jsonl',
      id,
      name,
      kind: 'standard',
      hash,
      attempts: statuses.map((status, index) => ({ attempt: index + 1, status, turns: 1 })),
    }),
  );
  const counts = countAttempts(entries.flatMap(({ statuses }) => statuses.map((status) => ({ status }))));
  return { ...emptyRunState(runId), rows, counts, faults };
}

const all = (status: CaseStatus): CaseSpec[] =>
  Array.from({ length: 8 }, (_, place) => ({ id: `C${place}`, statuses: [status] }));
const mixed = compareRuns(
  run('before', [
    { id: 'A', name: 'greets *all*', statuses: ['passed', 'passed'] },
    { id: 'B', statuses: ['failed'] },
    { id: 'C', statuses: ['passed'] },
    { id: 'D', statuses: ['passed'] },
    { id: 'gone', statuses: ['passed'] },
  ]),
  run('after', [
    { id: 'A', name: 'greets *all*', statuses: ['passed', 'failed'] },
    { id: 'B', hash: 'other', statuses: ['passed'] },
    { id: 'C', statuses: ['timeout'] },
    { id: 'D', statuses: ['passed'] },
    { id: 'new\u001b[31m', statuses: ['passed'] },
  ]),
);

describe('two runs side by side', () => {
  it('are told by what changed, the bad changes first, and single attempts without a share', () => {
    expect(formatComparisonText(mixed).split('\n').slice(0, -2)).toEqual([
      'Before  before  5 cases, 83.3% passed',
      'After   after  5 cases, 66.7% passed',
      ...['', 'New failures (1)', '  [C]: passed → timeout'],
      ...['', 'Flaky (1)', '  [A] greets *all*: passed (2/2) → failed (1/2)'],
      ...['', 'Fixed (1)', '  [B]: failed → passed, edited'],
      ...['', 'Added (1)', '  [new\u241b[31m]: - → passed'],
      ...['', 'Removed (1)', '  [gone]: passed → -'],
      ...['', 'Same: 1'],
    ]);
    expect(formatComparisonText(mixed)).toMatch(/\nChange: .* 1 edited case left out\n$/);
  });

  it('are a table for a pull request, and none where nothing changed', () => {
    const [heading, ...lines] = formatComparisonMarkdown(mixed).split('\n');
    expect(heading).toBe('# Comparison of two runs');
    expect(lines).toContain('**⚠️ 2 cases got worse, which can be chance** · 1 fixed · 1 same');
    expect(lines.filter((line) => line.startsWith('|'))).toEqual([
      '| Change | Case | Name | Before | After |',
      '| --- | --- | --- | --- | --- |',
      '| New failures | C |  | passed | timeout |',
      String.raw`| Flaky | A | greets \*all\* | passed (2/2) | failed (1/2) |`,
      '| Fixed | B (edited) |  | failed | passed |',
      '| Added | new |  | - | passed |',
      '| Removed | gone |  | passed | - |',
    ]);
    expect(formatComparisonMarkdown(compareRuns(run('a', all('passed')), run('b', all('passed'))))).not.toContain('|');
  });

  it.each<[string, RunComparison, string]>([
    ['no case', compareRuns(run('a', all('failed')), run('b', all('passed'))), '✅ No case got worse'],
    [
      'one case',
      compareRuns(run('a', all('passed')), run('b', [...all('passed').slice(1), { id: 'C0', statuses: ['failed'] }])),
      '⚠️ 1 case got worse, which can be chance',
    ],
    ['all cases', compareRuns(run('a', all('passed')), run('b', all('failed'))), '❌ Worse by more than chance'],
  ])('say whether %s got worse, and whether that can be chance', (_which, comparison, words) => {
    expect(formatComparisonMarkdown(comparison)).toContain(`**${words}**`);
  });

  it('are data, with rates from 0 to 100 and those of the agent alone where they differ', () => {
    const before = run('before', [{ id: 'A', statuses: ['passed'] }]);
    const after = run('after', [{ id: 'A', statuses: ['passed', 'error'] }], { infra: 1 });
    const document = JSON.parse(formatComparisonJson(compareRuns(before, after)));
    expect(document).toMatchObject({
      before: { run_id: 'before', total: 1, pass_rate: 100 },
      after: { run_id: 'after', total: 1, pass_rate: 50, pass_rate_agent: 100, left_out: { infra: 1 } },
      summary: { flaky: 1, same: 0, edited: 0, regressed: 1 },
      change: { run_id: 'before', cases: 1 },
      cases: [{ suite: 'a.jsonl', id: 'A', change: 'flaky' }],
    });
    expect(document.before.pass_rate_interval.high).toBeCloseTo(100);
    expect(document.before).not.toHaveProperty('left_out');
    expect(formatComparisonText(compareRuns(before, after))).toContain(
      'After   after  1 case, 100.0% agent only (1 of 1; 1 left out: 1 infrastructure) · 50.0% all\n',
    );
  });

  it('have no rate where nothing was judged', () => {
    const comparison = compareRuns(run('a', []), run('b', [{ id: 'A', statuses: ['skipped'] }]));
    expect(JSON.parse(formatComparisonJson(comparison)).before).toMatchObject({ total: 0, pass_rate: null });
    expect(formatComparisonText(comparison)).toContain('Before  a  0 cases, nothing was judged\n');
  });
});
