import { describe, expect, it } from 'vitest';
import { assessJudges, type CheckedJudge, type LabelledVerdict, type RepeatedVerdict } from '../../verdict/index.ts';
import { toJudgeCheckJson } from './judge-check-json.ts';
import { formatJudgeCheckMarkdown } from './judge-check-markdown.ts';
import { countUnreliableJudges, type JudgeCheckOfSuite, type JudgeCheckReport } from './judge-check-report.ts';
import { formatJudgeCheckText } from './judge-check-text.ts';

const question = { judge: 'tests.judge', model: 'gpt', criterion: '"is *kind*"' };
const repeated = (flips: number, parts: Partial<RepeatedVerdict> = {}): RepeatedVerdict => ({
  ...question,
  again: { answers: 3, flips },
  undecided: 0,
  unanswered: 0,
  ...parts,
});
const labelled = (isSatisfied: boolean, isGood: boolean): LabelledVerdict => ({
  ...question,
  held: isSatisfied,
  isGood,
});
const nothing: JudgeCheckOfSuite = {
  suiteKey: 'a.jsonl',
  judges: [],
  spared: 0,
  others: 0,
  whyUnanswered: [],
  leftOut: { otherChecks: 0, disputed: 0, notAgent: 0, byNobody: 0 },
};
const makeReport = (judges: CheckedJudge[], parts: Partial<JudgeCheckOfSuite> = {}): JudgeCheckReport => ({
  times: 3,
  suites: [{ ...nothing, judges, ...parts }],
});
const flips = assessJudges(
  [
    repeated(3, { undecided: 2, unanswered: 1, swapped: { answers: 2, flips: 1 } }),
    repeated(0, { criterion: 'null', model: '' }),
  ],
  [labelled(true, true), labelled(true, false), labelled(false, true), labelled(false, false)],
);
const noted: Partial<JudgeCheckOfSuite> = {
  spared: 1,
  others: 2,
  whyUnanswered: ['a', 'b', 'c', 'd'],
  leftOut: { otherChecks: 3, disputed: 4, notAgent: 5, byNobody: 6 },
};
const notes = [
  'Older verdicts that were not checked, because the newest are enough: 1',
  'Verdicts left out, because they belong to no assertion of a case (those of scorer agents and of t.assert.Agent): 2',
  'Reviewed attempts that do not count here, because other checks than the judge decided them, too: 3',
  'Reviewed attempts left out, because people disagree about them: 4',
  'Reviewed attempts left out, because they were not the agent’s fault: 5',
  'Reviews rejected, because they name no reviewer: 6',
  ...['A call failed: a', 'A call failed: b', 'A call failed: c'],
];

describe('judges that were asked again', () => {
  it('are told with what was measured of each, and what was left out', () => {
    const lines = formatJudgeCheckText(makeReport(flips, noted)).split('\n');
    expect(lines.map((line) => line.replaceAll(/\d+%/g, '%'))).toEqual([
      ...['a.jsonl', '', '✗ tests.judge on gpt: is *kind*'],
      '    asked again 3 times  1 verdict, 3 of 3 (%, %: % to %) answers differ',
      '    texts swapped        1 of 2 (%, %: % to %) answers differ',
      '    without a verdict    2 of these answers',
      '    failed calls         1, not counted',
      '    people               4 labels, agree with 2 of 4 (%, %: % to %)',
      '    sensitivity          failed 1 of 2 (%, %: % to %) of the attempts that people call bad',
      '    specificity          passed 1 of 2 (%, %: % to %) of the attempts that people call good',
      expect.stringMatching(/^ {4}kappa {16}0\.00 \(%: -\d\.\d\d to \d\.\d\d\)$/),
      expect.stringMatching(
        /^ {4}unreliable: asked again, the judge changes 3 of 3 .*; with the two compared texts swapped, the judge changes 1 of 2 /,
      ),
      ...['', '? tests.judge: no criterion'],
      '    asked again 3 times  1 verdict, 0 of 3 (%, %: % to %) answers differ',
      '    people               no labels',
      ...['    too few to say', ''],
      ...notes,
      '',
    ]);
  });

  it('say so where there is nothing of theirs', () => {
    const labelsAlone = assessJudges([], [labelled(true, true)]);
    expect(formatJudgeCheckText(makeReport(labelsAlone))).toContain('    asked again 3 times  no stored verdict\n');
    const unanswered = assessJudges([repeated(0, { again: { answers: 0, flips: 0 }, unanswered: 3 })], []);
    expect(formatJudgeCheckText(makeReport(unanswered))).toContain('  1 verdict, no answer\n');
  });

  it('are a table for a pull request', () => {
    const lines = formatJudgeCheckMarkdown(makeReport(flips, { suiteKey: 'a_b.jsonl', spared: 1 })).split('\n');
    expect(lines.map((line) => line.replaceAll(/ \([^()]*\)/g, ''))).toEqual([
      ...['# Judge check', '', '**❌ Unreliable judges: 1**', '', String.raw`## a\_b.jsonl`, ''],
      '| Judge | Criterion | Standing | Verdicts | Flips | Texts swapped | Labels | Sensitivity | Specificity | Kappa |',
      `|${' --- |'.repeat(10)}`,
      String.raw`| tests.judge on gpt | is \*kind\* | unreliable | 1 | 3 of 3 | 1 of 2 | 4 | 1 of 2 | 1 of 2 | 0.00 |`,
      '| tests.judge | no criterion | too few to say | 1 | 0 of 3 |  | 0 |  |  |  |',
      ...['', '- Older verdicts that were not checked, because the newest are enough: 1', ''],
    ]);
    expect(formatJudgeCheckMarkdown(makeReport([]))).toContain('**✅ No judge is unreliable**');
  });

  it('are counted once, by whichever criterion they are unreliable', () => {
    const two = assessJudges([repeated(3), repeated(3, { criterion: '{"a":1}' })], []);
    expect(two.map(({ criterion }) => criterion)).toEqual(['"is *kind*"', '{"a":1}', '']);
    expect(formatJudgeCheckText(makeReport(two))).toContain('✗ tests.judge on gpt: {"a":1}\n');
    expect(formatJudgeCheckText(makeReport(two))).toContain('✗ tests.judge on gpt: all criteria\n');
    expect(countUnreliableJudges(makeReport(two))).toBe(1);
    const suites = [...makeReport(two).suites, ...makeReport(two, { suiteKey: 'b.jsonl' }).suites];
    expect(countUnreliableJudges({ times: 3, suites })).toBe(2);
    const [one, other] = [assessJudges([repeated(3)], []), assessJudges([repeated(3, { model: 'other' })], [])];
    expect(countUnreliableJudges(makeReport([...one, ...other]))).toBe(2);
  });

  it('are data', () => {
    const { times, suites } = JSON.parse(toJudgeCheckJson(makeReport(flips, noted)));
    expect(times).toBe(3);
    expect(suites).toMatchObject([
      {
        suite: 'a.jsonl',
        not_asked: 1,
        not_askable: 2,
        failed_calls: ['a', 'b', 'c', 'd'],
        reviews_left_out: { other_checks: 3, disputed: 4, not_agent: 5, by_nobody: 6 },
      },
    ]);
    const [first, second] = suites[0].judges;
    expect(first).toMatchObject({
      judge: 'tests.judge',
      connector: 'gpt',
      criterion: 'is *kind*',
      standing: 'unreliable',
      verdicts: 1,
      undecided: 2,
      unanswered: 1,
      labels: 4,
      false_passes: 1,
      false_failures: 1,
      flips: { count: 3, of: 3, rate: 1 },
      swapped: { count: 1, of: 2, rate: 0.5 },
      agreed: { count: 2, of: 4, rate: 0.5 },
      kappa: { value: 0, interval: [expect.any(Number), expect.any(Number)] },
    });
    expect(first).not.toHaveProperty('all_criteria');
    expect(second).toMatchObject({ criterion: null, standing: 'too_few', agreed: { of: 0, rate: null }, kappa: null });
    for (const key of ['connector', 'swapped']) expect(second).not.toHaveProperty(key);
    const two = assessJudges([repeated(3), repeated(3, { criterion: 'null' })], []);
    const whole = JSON.parse(toJudgeCheckJson(makeReport(two))).suites[0].judges.at(-1);
    expect(whole).toMatchObject({ all_criteria: true });
    expect(whole).not.toHaveProperty('criterion');
  });
});
