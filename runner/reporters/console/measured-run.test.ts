import { describe, expect, it } from 'vitest';
import type { ConsistencyCase, Metric, RunOptions } from '../../contract/index.ts';
import { consistencyCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { createConsoleCapture } from '../../testing/console-text.ts';
import { type ScriptedAnswer, scriptedAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import { createCaseOutputForConsole } from './case-output.ts';
import { type ConsoleOptions, createConsoleReporter } from './console-reporter.ts';
import { createStyleText } from './style-text.ts';

type MeasuredRun = {
  cases: readonly (ConsistencyCase | ReturnType<typeof standardCase>)[];
  answers: readonly ScriptedAnswer[];
  judge?: readonly ScriptedAnswer[];
  options?: Partial<ConsoleOptions>;
  run?: Partial<RunOptions>;
};

async function printed({ cases, answers, judge = [], options = {}, run = {} }: MeasuredRun): Promise<string> {
  const output = createConsoleCapture();
  const reporter = createConsoleReporter(
    {
      ...output.options,
      next: (_, { ids }) => ['Run again:', `  turntree test ${ids.join(' ')}`],
      ...options,
    },
    createCaseOutputForConsole,
  );
  const agents = [scriptedAgent('echo', answers), scriptedAgent('judge', judge)];
  const { done } = recordRun(runPlan(cases, { options: run }), agents, { observers: [reporter] });
  reporter.finish(await done, []);
  return output.text();
}

const question = (parts: Partial<ConsistencyCase> = {}) => consistencyCase({ input: 'How many users?', ...parts });
const difference = '1. the number\n+++ 12\n--- 13\nThese contradict.\nB';
const recall: Metric = { type: 'context_recall', threshold: 0.5 };

describe('the console of a consistency test', () => {
  it('prints a case with what it measured, missing answers and what the judge says', async () => {
    const text = await printed({
      cases: [question({ samples: 3 })],
      answers: ['12', '13', new Error('no connection')],
      judge: ['A', difference],
    });
    expect(text).toContain(`
► [test-1] How many users? MEASURED (0µs) - similarity 50.00%, 2 of 3 answers
  │ answer 3: agent error: no connection
  │ Inconsistent: answers 2 and 1
  │   1. the number
  │   +++ 12
  │   --- 13
  │   These contradict.
`);
    expect(text).toContain('\n✅Eval finished with metrics:\nAccuracy: 50.00%\n');
    expect(text).toContain('  Answers:   2 of 3 (66.7%)\n');
    expect(text).toContain(
      '  ✓ PASSED: no case could fail: the cases were only measured, and --min-accuracy is not given\n',
    );
  });

  it('paints what only one of two answers says', async () => {
    const text = await printed({
      cases: [question()],
      answers: ['12', '13'],
      judge: ['A', difference],
      options: { colours: true },
    });
    expect(text).toContain(createStyleText(true)('green', '+++ 12'));
    expect(text).toContain(createStyleText(true)('red', '--- 13'));
  });

  it('prints what was looked up and what should have been', async () => {
    const response = { content: 'x', toolCalls: [{ tool: 'search', result: ['abzz'] }] };
    const text = await printed({
      cases: [question({ samples: 1, expected: 'y', contexts: ['abcd'], metrics: [recall] })],
      answers: [response],
    });
    expect(text).toContain(`
  │ Recall of answer 1: 0.50
  │   Retrieved contexts:
  │   - "abzz"
  │   Reference contexts:
  │   - "abcd"
`);
    expect(text).toContain('\n✅Eval finished with metrics:\nRecall: 50.00%\n');
  });

  it('prints every answer and how steady they are when it is to say more', async () => {
    const text = await printed({
      cases: [question({ expected: '12', metrics: [{ type: 'correctness', judge: 'judge' }] })],
      answers: ['12', '13'],
      judge: ['PASS', 'It is 12.\nFAIL'],
      options: { verbose: true },
    });
    expect(text).toContain(`
► [test-1] How many users? MEASURED (0µs) - correctness 50.00% (FLAKY, 1 of 2 right), 2 of 2 answers
  │ answer 1: "12"
  │ answer 2: "13"
  │ answer 1: PASS
  │ Wrong: answer 2
  │   It is 12.
  │   FAIL
`);
  });

  it('says of each case whether all answers were right, some or none', async () => {
    const correctness: Metric = { type: 'correctness', judge: 'judge' };
    const cases = ['all', 'some', 'none'].map((id) =>
      question({ id, samples: 2, expected: '12', metrics: [correctness] }),
    );
    const answers = ['12', '12', '12', new Error('no connection'), '13', '13'];
    const text = await printed({ cases, answers, judge: ['PASS', 'PASS', 'PASS', 'FAIL', 'FAIL'] });
    expect(text).toContain('correctness 100.00% (PASS, 2 of 2 right), 2 of 2 answers');
    expect(text).toContain('correctness 50.00% (FLAKY, 1 of 2 right), 1 of 2 answers');
    expect(text).toContain('correctness 0.00% (FAIL, 0 of 2 right), 2 of 2 answers');
  });

  it('does not call one answer flaky that two metrics judge differently', async () => {
    const metrics: Metric[] = [{ type: 'similarity', judge: 'judge', scores: { A: 1, B: 0 } }, recall];
    const cases = [question({ samples: 1, expected: 'x', contexts: ['abcd'], metrics })];
    expect(await printed({ cases, answers: ['x'], judge: ['A'] })).toContain(
      'similarity 100.00%, context recall 0.00%, 1 of 1 answer\n',
    );
  });

  it('prints a block for each of several tests, and for the cases of one together', async () => {
    const text = await printed({
      cases: [
        question({ samples: 1, expected: 'x' }),
        question({
          id: 'sum',
          name: 'Sums',
          test: 2,
          samples: 1,
          expected: 'x',
          metrics: [...question().metrics, recall],
        }),
        question({ id: 'test-3-1', test: 3, samples: 1, expected: 'x' }),
        question({ id: 'test-3-2', test: 3, samples: 1, expected: 'x' }),
      ],
      answers: ['x', 'x', 'x', 'x'],
      judge: ['A', 'B', 'A', 'B'],
    });
    expect(text).toContain(`
✅Eval finished with metrics:
Test 1: test-1 How many users?
Accuracy: 100.00%

Test 2: sum Sums
Accuracy: 0.00%
Recall: not measured

Test 3: 2 cases
Accuracy: 50.00%
`);
  });

  it('never calls 100 percent what is less', async () => {
    const scores = { A: 1, B: 0.99999 };
    const text = await printed({
      cases: [question({ samples: 1, expected: 'x', metrics: [{ type: 'similarity', judge: 'judge', scores }] })],
      answers: ['x'],
      judge: ['B'],
    });
    expect(text).toContain('Accuracy: 99.99%');
  });

  it('prints the metrics alone when it is quiet', async () => {
    const measuredRun = { cases: [question()], answers: ['12', '13'], judge: ['A', 'B'], options: { quiet: true } };
    expect(await printed(measuredRun)).toBe('✅Eval finished with metrics:\nAccuracy: 50.00%\n');
  });

  it('prints failures and verdict beside the metrics when a quiet run has other cases too', async () => {
    const text = await printed({
      cases: [question(), standardCase({ id: 'T1', assertions: [{ type: 'equals', value: 'y' }] })],
      answers: ['12', '12', 'x'],
      judge: ['A', 'A'],
      options: { quiet: true },
    });
    expect(text).toContain('FAILED [T1]');
    expect(text).toContain('✅Eval finished with metrics:\nAccuracy: 100.00%\nFAILED: 1 of 2 passed');
  });

  it('lets no judge move the cursor or colour the screen', async () => {
    const text = await printed({
      cases: [question({ samples: 1, expected: 'x' })],
      answers: ['x'],
      judge: ['\u001b[31mred\u001b[0m\u0007\nno key'],
    });
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\u0007');
  });
});
