import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExperimentCase, PlannedCase, RunPlan } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import type { Agent, ScorerHost, ScorerVerdict } from '../../ports/index.ts';
import { experimentCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { createConsoleCapture } from '../../testing/console-text.ts';
import { throwingAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { type ConsoleOptions, createConsoleReporter } from '../console/console-reporter.ts';
import { buildSummaryReport } from '../json/report-summary.ts';
import { createExperimentFiles } from './experiment-files.ts';
import { createExperimentOutput } from './experiment-output.ts';

const row = (parts: Partial<ExperimentCase>, scorer = 'tone'): PlannedCase =>
  plannedCase(experimentCase({ scorers: [scorer], ...parts }), {
    suiteKey: `tests/cases.csv#${scorer}`,
    agentId: scorer,
  });

/**
 * A scorer that returns the number at the start of the output; the rest of the output is the reason, or an error to
 * throw.
 */
const host: ScorerHost = {
  async score({ question }): Promise<ScorerVerdict> {
    const [number = '', ...words] = question.output.split(' ');
    const text = words.join(' ');
    if (number === 'none') return { notScorable: true, reason: text };
    if (number === 'throw') throw new Error(text);
    return { score: Number(number), ...(text === '' ? {} : { reason: text }) };
  },
};

type ExperimentRun = { options?: Partial<ConsoleOptions>; disabled?: number; folder?: string; agents?: Agent[] };

async function reportExperiment(
  plan: RunPlan,
  { options = {}, disabled, folder, agents = [throwingAgent()] }: ExperimentRun = {},
) {
  const printed = createConsoleCapture();
  const display = createConsoleReporter({ ...printed.options, ...options }, (consoleState) =>
    createExperimentOutput(consoleState, disabled),
  );
  const root = folder ?? path.join(await createTemporaryWorkspace({}), 'test-results');
  const files = createExperimentFiles(root);
  const { done } = recordRun(plan, agents, { scorers: host, observers: [display, files] });
  const state = await done;
  const { written, problems } = files.finish(state);
  display.finish(
    state,
    written.map((file) => path.basename(file)),
  );
  return {
    text: printed.text(),
    state,
    written,
    problems,
    results: written.map((file) => JSON.parse(readFileSync(file, 'utf8'))),
  };
}

const plan = runPlan([
  row({
    id: 'good',
    name: 'All is well',
    expectedOutput: '0.95 Excellent',
    tags: ['a', 'b'],
    metadata: { level: 'x' },
  }),
  row({
    id: 'bad',
    expectedOutput: '0.2 Too rude',
    tags: ['b'],
    metadata: { level: '' },
    range: { min: 0.85, max: 1 },
  }),
  row({ id: 'broken', expectedOutput: 'throw no key', tags: [], metadata: { level: 'x' } }),
]);

const WIDE = '═'.repeat(80);
const THIN = '─'.repeat(80);

describe('the console of an experiment', () => {
  it('prints every case with its score, range and reason, then what passed by tag and by metadata', async () => {
    const { text, written } = await reportExperiment(plan, {
      options: { next: (_, { ids }) => ['Run again:', `  again ${ids.join(' ')}`] },
      disabled: 2,
    });
    expect(text).toBe(`${WIDE}
🧪 Running Experiment Tests: tone
${WIDE}

📋 Loaded 3 test cases (2 disabled)

🚀 Running experiments...

Testing [1/3]: good
  All is well
  ✅ PASS Score: 0.950 (expected: 0.5-1)
  Reason: Excellent

Testing [2/3]: bad
  ❌ FAIL Score: 0.200 (expected: 0.85-1)
  Reason: Too rude

Testing [3/3]: broken
  ❌ ERROR: no key

${WIDE}
TEST SUMMARY
${WIDE}
Total: 3
Passed: 1
Failed: 2
Success Rate: 33.3%
Interval: 2.5% to 90.6% (95% confidence)

${THIN}
RESULTS BY TAG
${THIN}
a: 1/1 (100.0%)
b: 1/2 (50.0%)

${THIN}
RESULTS BY METADATA
${THIN}
level:
  x: 1/2 (50.0%)
  (empty): 0/1 (0.0%)

Run again:
  again bad broken

💾 Results saved to: ${path.basename(written[0] ?? '')}

❌ 2 test(s) failed
`);
  });

  it('says so when all passed, and leaves out what there is nothing of', async () => {
    const { text } = await reportExperiment(runPlan([row({ id: 'good', expectedOutput: '1' })]));
    expect(text).toContain('📋 Loaded 1 test case\n');
    expect(text).toMatch(
      /Success Rate: 100\.0%\nInterval: 20\.7% to 100\.0% \(95% confidence\)\n\n💾 .*\n\n✅ All tests passed!\n$/,
    );
  });

  it('prints failures and the verdict only when it is quiet', async () => {
    const { text } = await reportExperiment(plan, { options: { quiet: true } });
    expect(text).toBe(`Testing [2/3]: bad
  ❌ FAIL Score: 0.200 (expected: 0.85-1)
  Reason: Too rude

Testing [3/3]: broken
  ❌ ERROR: no key

❌ 2 test(s) failed
`);
  });

  it('prints the output and the whole reason when it is verbose', async () => {
    const reason = `first ${'long '.repeat(100)}`.trim();
    const output = `1 ${reason}\nsecond\u001b[31m`;
    const { text } = await reportExperiment(runPlan([row({ id: 'good', expectedOutput: output })]), {
      options: { verbose: true },
    });
    expect(text).toContain(`  Output: 1 ${reason}\n    second\n  ✅ PASS Score: 1.000 (expected: 0.5-1)\n`);
    expect(text).toContain(`  Reason: ${reason}\n    second\n`);
  });

  it('names scorers where there are several, and shows how each did', async () => {
    const both = experimentCase({
      id: 'both',
      scorers: ['a', 'b'],
      expectedOutput: '0.75',
      ranges: { b: { min: 0, max: 0.5 } },
    });
    const { text } = await reportExperiment(runPlan([plannedCase(both, { suiteKey: 'x.csv#pair', agentId: 'pair' })]));
    expect(text).toContain('🧪 Running Experiment Tests: pair\n');
    expect(text).toContain('  ✅ PASS a Score: 0.750 (expected: 0.5-1)\n  ❌ FAIL b Score: 0.750 (expected: 0-0.5)\n');
    expect(text).toContain('Total: 2\n');
    expect(text).toContain(
      `RESULTS BY SCORER\n${THIN}\na: 1/1 (100.0%), average score 0.750\nb: 0/1 (0.0%), average score 0.750\n`,
    );
  });

  it('shows the first values of a column that is different in every row', async () => {
    const rows = Array.from({ length: 25 }, (_, at) =>
      row({ id: `${at}`, expectedOutput: '1', metadata: { n: `v${at}` } }),
    );
    const { text } = await reportExperiment(runPlan(rows));
    expect(text).toContain('  v19: 1/1 (100.0%)\n  … and 5 more\n');
  });

  it('counts what was skipped and says when the run was cancelled', async () => {
    const { text } = await reportExperiment(runPlan([...plan.cases], { options: { failFast: true } }));
    expect(text).toContain('Total: 2\nPassed: 1\nFailed: 1\nSkipped: 1\n');
    expect(text).not.toContain('broken');
  });

  it('gives no interval where rows and cases are counted apart', async () => {
    const { text } = await reportExperiment(
      runPlan([row({ id: 'twice', expectedOutput: '1', scorers: ['tone', 'length'] })]),
    );
    expect(text).toContain('Total: 2\n');
    expect(text).not.toContain('Interval:');
  });

  it('says what agents and judges have spent', async () => {
    const usage = { inputTokens: 12, outputTokens: 3, calls: 1, retries: 0 };
    const target = { id: 'target', invoke: async () => ({ content: '1', toolCalls: [], usage }) };
    const targetCase = plannedCase(experimentCase({ direct: false }), { suiteKey: 'x.csv#tone', agentId: 'target' });
    const { text } = await reportExperiment(runPlan([targetCase]), { agents: [target] });
    expect(text).toContain('(95% confidence)\nUsage: agent: 1 model call, 12 → 3 tokens\n');
  });

  it('numbers the runs of a case that is run several times', async () => {
    const { text } = await reportExperiment(
      runPlan([row({ id: 'good', expectedOutput: '1' })], { options: { attempts: 2 } }),
    );
    expect(text).toContain('Testing [1/2]: good (run 1)\n');
    expect(text).toContain('Testing [2/2]: good (run 2)\n');
  });
});

describe('the result file of an experiment', () => {
  it('has the rows, the summary and the times', async () => {
    const { results, written } = await reportExperiment(plan);
    const [result] = results;
    expect(written.map((file) => path.basename(file))).toEqual([`${result.testRun}.json`]);
    expect(result.testRun).toBe(`tone-${result.timestamp.replaceAll(/[:.]/g, '-')}`);
    expect(Object.keys(result)).toEqual(['timestamp', 'testRun', 'totalTests', 'results', 'summary', 'completedAt']);
    expect(result.totalTests).toBe(3);
    expect(result.results).toEqual([
      {
        testCase: 'good',
        description: 'All is well',
        score: 0.95,
        expectedRange: '0.5-1',
        passed: true,
        reason: 'Excellent',
        tags: ['a', 'b'],
        metadata: { level: 'x' },
        scorer: 'tone',
      },
      {
        testCase: 'bad',
        description: '',
        score: 0.2,
        expectedRange: '0.85-1',
        passed: false,
        reason: 'Too rude',
        tags: ['b'],
        metadata: { level: '' },
        scorer: 'tone',
      },
      {
        testCase: 'broken',
        description: '',
        score: null,
        expectedRange: '0.5-1',
        passed: false,
        reason: 'Error: no key',
        tags: [],
        metadata: { level: 'x' },
        scorer: 'tone',
      },
    ]);
    expect(result.summary).toEqual({
      totalTests: 3,
      passed: 1,
      failed: 2,
      successRate: (1 / 3) * 100,
      byTag: { a: { passed: 1, total: 1, rate: '100.0' }, b: { passed: 1, total: 2, rate: '50.0' } },
      byMetadata: { level: { x: { passed: 1, total: 2, rate: '50.0' }, '': { passed: 0, total: 1, rate: '0.0' } } },
    });
  });

  it('counts by the columns that were asked for, as the console does', async () => {
    const rows = [row({ id: 'good', expectedOutput: '1', metadata: { level: 'x', name: 'Ada' } })];
    const { results, text } = await reportExperiment(runPlan(rows, { options: { groupBy: ['level'] } }));
    expect(results[0].results[0].metadata).toEqual({ level: 'x', name: 'Ada' });
    expect(results[0].summary.byMetadata).toEqual({ level: { x: { passed: 1, total: 1, rate: '100.0' } } });
    expect(text).toContain('level:\n  x: 1/1 (100.0%)\n');
    expect(text).not.toContain('Ada');
    const none = await reportExperiment(runPlan(rows, { options: { groupBy: [] } }));
    expect(none.results[0].summary.byMetadata).toEqual({});
  });

  it('has empty objects where the table has no columns of its own', async () => {
    const { results, state } = await reportExperiment(runPlan([row({ id: 'good', expectedOutput: '1' })]));
    expect(results[0].results[0].metadata).toEqual({});
    expect(results[0].summary.byMetadata).toEqual({});
    expect(buildSummaryReport(state)).toMatchObject({ byMetadata: {} });
  });

  it('has outputs that are not scorable as rows that count for nothing', async () => {
    const silent = row({ id: 'silent', expectedOutput: 'none no claims', tags: ['a'], metadata: { level: 'x' } });
    const { results, text, state } = await reportExperiment(
      runPlan([row({ id: 'good', expectedOutput: '1' }), silent]),
    );
    expect(results[0].results[1]).toMatchObject({
      testCase: 'silent',
      score: null,
      passed: false,
      notScorable: true,
      reason: 'Not scorable: no claims',
    });
    expect(results[0].summary).toEqual({
      totalTests: 1,
      passed: 1,
      failed: 0,
      successRate: 100,
      byTag: {},
      byMetadata: {},
    });
    expect(text).toContain('  ⚪ SKIP: Not scorable: no claims\n');
    expect(text).toContain('Skipped: 1\n');
    expect(text).toContain('✅ All tests passed!');
    expect(state.exitCode).toBe(0);
    expect(buildSummaryReport(state)).toMatchObject({ byTag: {} });
  });

  it('counts by tag and column as the reports of the run do', async () => {
    const parts = { tags: ['x'], metadata: { level: 'high' } };
    const twice = experimentCase({ ...parts, scorers: ['a', 'b'], direct: false });
    const cases = [...plan.cases, plannedCase(twice, { suiteKey: 'tests/cases.csv#tone', agentId: 'broken' })];
    const { results, state } = await reportExperiment(runPlan(cases));
    const { byTag, byMetadata } = results[0].summary;
    expect(byTag.x).toEqual({ passed: 0, total: 2, rate: '0.0' });
    expect(buildSummaryReport(state)).toMatchObject({ byTag, byMetadata });
  });

  it('is one for every scorer type, and none for other suites', async () => {
    const mixed = runPlan([
      row({ expectedOutput: '1' }),
      row({ expectedOutput: '1' }, 'agent:x/y'),
      row({ expectedOutput: '1' }, '评分'),
    ]);
    const { written, results } = await reportExperiment(mixed);
    expect(written.map((file) => path.basename(file).replace(/-\d{4}-.*/, ''))).toEqual(['tone', 'agent-x-y', '评分']);
    expect(results.map(({ totalTests, results: rows }) => [totalTests, rows.length])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it('does not take the place of another one', async () => {
    const folder = await createTemporaryWorkspace({});
    await reportExperiment(plan, { folder });
    const { results } = await reportExperiment(plan, { folder });
    expect(readdirSync(folder)).toHaveLength(2);
    expect(results[0].testRun).toMatch(/-2$/);
  });

  it('has a row for every scorer when the agent breaks', async () => {
    const one = experimentCase({ scorers: ['a', 'b'], direct: false });
    const { results } = await reportExperiment(
      runPlan([plannedCase(one, { suiteKey: 'x.csv#pair', agentId: 'broken' })]),
    );
    expect(results[0].results).toMatchObject([
      { scorer: 'a', score: null, passed: false, reason: expect.stringMatching(/^Error: /) },
      { scorer: 'b', score: null, passed: false },
    ]);
  });

  it('has a summary and no end when the run was cancelled', async () => {
    const folder = await createTemporaryWorkspace({});
    const files = createExperimentFiles(folder);
    const { done, controller } = recordRun(plan, [], { scorers: host, observers: [files] });
    controller.abort();
    const { written } = files.finish(await done);
    const result = JSON.parse(readFileSync(written[0] ?? '', 'utf8'));
    expect(result).toMatchObject({ totalTests: 3, results: [], summary: { totalTests: 0, successRate: 0, byTag: {} } });
    expect(result.completedAt).toBeUndefined();
  });

  it('says why it could not be written, and the run goes on', async () => {
    const folder = path.join(await createTemporaryWorkspace({}), 'file');
    writeFileSync(folder, '');
    const { problems, state }: { problems: string[]; state: RunState } = await reportExperiment(plan, { folder });
    expect(state.counts.passed).toBe(1);
    expect(problems).toEqual([expect.stringMatching(/^cannot write .*tone-.*\.json: /)]);
  });

  it('adds up, whatever tags and metadata there are', { tags: 'thorough' }, async () => {
    const word = fc.constantFrom('a', '1', '__proto__', 'toString', '');
    const cases = fc.array(
      fc.record({ ok: fc.boolean(), tags: fc.uniqueArray(word), metadata: fc.dictionary(word, word) }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(cases, async (all) => {
        const rows = all.map(({ ok, ...parts }, at) => row({ id: `${at}`, expectedOutput: ok ? '1' : '0', ...parts }));
        const { results } = await reportExperiment(runPlan(rows));
        const { summary, results: writtenResults } = results[0];
        const passShare = (chosen: typeof all) => {
          const passed = chosen.filter(({ ok }) => ok).length;
          return { passed, total: chosen.length, rate: ((passed / chosen.length) * 100).toFixed(1) };
        };
        expect(writtenResults).toHaveLength(all.length);
        for (const tag of new Set(all.flatMap(({ tags }) => tags))) {
          const share = passShare(all.filter(({ tags }) => tags.includes(tag)));
          expect(Object.entries(summary.byTag)).toContainEqual([tag, share]);
        }
        expect(summary.passed + summary.failed).toBe(all.length);
      }),
      { numRuns: 30 },
    );
  });
});
