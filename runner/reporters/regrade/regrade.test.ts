import { describe, expect, it } from 'vitest';
import { toRegradeJson } from './regrade-json.ts';
import { formatRegradeMarkdown } from './regrade-markdown.ts';
import { isRegression, type RegradedAttempt, type RegradeReport } from './regrade-report.ts';
import { formatRegradeText } from './regrade-text.ts';

const attempt = (parts: Partial<RegradedAttempt> = {}): RegradedAttempt => ({
  runId: 'r1',
  suiteKey: 'a.jsonl',
  caseId: 'A',
  attempt: 1,
  before: 'passed',
  after: 'failed',
  ...parts,
});
const nothing: RegradeReport = {
  runs: ['r1'],
  attempts: 1,
  unchanged: 1,
  changes: [],
  notRegradable: [],
  notInSuite: [],
  otherInput: [],
  leftOut: { skipped: 0, otherKinds: 0 },
  inferred: [],
};
const report: RegradeReport = {
  runs: ['r1', 'r2'],
  attempts: 9,
  unchanged: 4,
  changes: [
    attempt({ caseId: 'B', before: 'failed', after: 'passed' }),
    attempt({ reason: 'lacks "x|y"' }),
    attempt({ reason: 'lacks "x|y"', runId: 'r2', attempt: 2 }),
    attempt({ reason: 'another' }),
  ],
  notRegradable: [attempt({ caseId: 'J', after: 'open', reason: 'a judge decides' })],
  notInSuite: ['old'],
  otherInput: Array.from({ length: 12 }, (_, place) => `I${place}`),
  leftOut: { skipped: 2, otherKinds: 3 },
  inferred: [],
};
const notes = [
  '9 attempts of 2 runs: 4 unchanged, 4 changed, 1 not regradable',
  'Attempts that no longer pass: 3',
  'Recorded with a different input than the case has now: I0, I1, I2, I3, I4, I5, I6, I7, I8, I9 and 2 more',
  'Not in the suite any more: old',
  'Left out, because their run did not judge them: 2',
  'Left out, because they are not judged by the rules of a case: 3',
];

describe('attempts that were judged again', () => {
  it.each<[Partial<RegradedAttempt>, boolean]>([
    [{}, true],
    [{ after: 'error' }, true],
    [{ after: 'open' }, false],
    [{ after: 'passed' }, false],
    [{ before: 'failed' }, false],
    [{ isSetAside: true }, false],
  ])('%j is a lost pass: %s', (parts, isLost) => {
    expect(isRegression(attempt(parts))).toBe(isLost);
  });

  it('are told by change, case and reason, lost passes first', () => {
    expect(formatRegradeText(report).split('\n')).toEqual([
      'passed → failed (3)',
      '  [A] run r1, attempt 1 and 1 more: lacks "x|y"',
      '  [A] run r1, attempt 1: another',
      '',
      ...['failed → passed (1)', '  [B] run r1, attempt 1', ''],
      ...['Not regradable (1)', '  [J] run r1, attempt 1: a judge decides', ''],
      ...notes,
      '',
    ]);
    expect(formatRegradeText(nothing).split('\n')).toEqual([
      ...['1 attempt of 1 run: 1 unchanged, 0 changed, 0 not regradable', 'Attempts that no longer pass: 0', ''],
    ]);
  });

  it('are told in at most 50 lines of a change', () => {
    const changes = (count: number) => Array.from({ length: count }, (_, place) => attempt({ caseId: `C${place}` }));
    expect(formatRegradeText({ ...nothing, changes: changes(50) })).not.toContain('more;');
    expect(formatRegradeText({ ...nothing, changes: changes(51) })).toContain(
      '\n  and 1 more; --format json has all\n',
    );
  });

  it('are a table for a pull request', () => {
    expect(formatRegradeMarkdown(report)).toBe(
      [
        '# Stored attempts, regraded\n\n**❌ Attempts that no longer pass: 3**\n\n',
        ...notes.map((note) => `- ${note}\n`),
        '\n| Verdict | Case | Attempt | Why |\n| --- | --- | --- | --- |\n',
        '| passed → failed | A | run r1, attempt 1 and 1 more | lacks "x\\|y" |\n',
        '| passed → failed | A | run r1, attempt 1 | another |\n',
        '| failed → passed | B | run r1, attempt 1 |  |\n',
        '| Not regradable | J | run r1, attempt 1 | a judge decides |\n',
      ].join(''),
    );
    expect(formatRegradeMarkdown(nothing)).toContain('**✅ Every attempt that passed passes again**');
    expect(formatRegradeMarkdown(nothing)).not.toContain('|');
  });

  it('show what rules would have said that nobody has accepted', () => {
    const rule = { suiteKey: 'a.jsonl', caseId: 'A', rule: 'never contains no' };
    const inferred = [
      { ...rule, passed: { holds: 3, of: 3 }, others: { holds: 1, of: 2 } },
      { ...rule, passed: { holds: 3, of: 3 }, others: { holds: 0, of: 0 } },
    ];
    const lines = formatRegradeText({ ...nothing, inferred }).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'Inferred rules, which cannot fail a case',
      '  [A] never contains no: holds in 3 of 3 passed and 1 of 2 other attempts',
      '  [A] never contains no: holds in 3 of 3 passed attempts',
    ]);
    expect(formatRegradeMarkdown({ ...nothing, inferred })).toContain(
      '- Inferred rule \\[A\\] never contains no: holds in 3 of 3',
    );
    expect(JSON.parse(toRegradeJson({ ...nothing, inferred })).inferred[0]).toEqual({
      suite: 'a.jsonl',
      id: 'A',
      rule: 'never contains no',
      passed: { holds: 3, of: 3 },
      others: { holds: 1, of: 2 },
    });
  });

  it('are data', () => {
    const document = JSON.parse(toRegradeJson(report));
    expect(document.summary).toEqual({
      attempts: 9,
      unchanged: 4,
      changed: 4,
      not_regradable: 1,
      regressed: 3,
      skipped: 2,
      other_kinds: 3,
    });
    expect(document.changes[0]).toEqual({
      suite: 'a.jsonl',
      id: 'B',
      run_id: 'r1',
      attempt: 1,
      before: 'failed',
      after: 'passed',
    });
    expect(document.not_regradable).toMatchObject([{ id: 'J', after: 'open', reason: 'a judge decides' }]);
    expect([document.not_in_suite, document.other_input.length]).toEqual([['old'], 12]);
  });
});
