import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { consistencyResult, experimentResult } from '../../testing/measured-results.ts';
import { formatMarkdownReport } from './markdown-report.ts';
import { formatFencedValue, formatInlineCode } from './markdown-text.ts';

function report(results: readonly CaseResult[], parts: Parameters<typeof finishedRun>[1] = {}): string {
  const { state, resultsOf } = finishedRun(results, parts);
  return [...formatMarkdownReport(state, resultsOf)].join('');
}

/** Returns the options of a run that has a minimum accuracy as its gate. */
function gated(minAccuracy: number): Parameters<typeof finishedRun>[1] {
  const { options } = finishedRun([caseResult()]).state;
  return options === undefined ? {} : { options: { ...options, gates: { minAccuracy } } };
}

const wrong = caseResult({
  id: 'T2',
  name: 'says bye',
  status: 'failed',
  assertions: [{ type: 'contains', status: 'failed', message: 'no "bye"', expected: 'bye', actual: 'hello' }],
});

describe('a Markdown report', () => {
  it('says why a run passed in which not everything did', () => {
    const reason = 'the pass rate reaches its threshold: 1 failed';
    expect(report([wrong], { status: 'passed', exitCode: 0, reason })).toContain(
      '**✅ Passed: the pass rate reaches its threshold** · 0 of 1 case passed · 1 failed\n',
    );
  });

  it('begins with the verdict and the figures', () => {
    const usage = { agent: { inputTokens: 1_200, outputTokens: 1, calls: 2, retries: 0 } };
    const text = report([caseResult({ id: 'T1' }), wrong, caseResult({ id: 'T3', status: 'skipped' })], { usage });
    expect(text).toContain('# Agent Test Report\n\n**❌ Failed** · 1 of 3 cases passed · 1 failed · 1 skipped\n');
    expect(text).toContain('| Agent | echo |\n| Connector | openai.gpt |\n| Total | 3 |\n| Passed | 1 |\n');
    expect(text).toContain(
      '| Pass Rate | 50.0% (1 of 2) |\n| Interval | 5.5% to 94.5% (95% confidence) |\n| Duration | 4.0s |\n',
    );
    expect(text).toContain('| Usage: agent | 2 calls, 1,200 tokens in, 1 token out |');
  });

  it('tells failures first, each with expected and actual, and folds the other cases', () => {
    const text = report([caseResult({ id: 'T1' }), wrong]);
    expect(text).toContain('### ❌ T2 — says bye - failed (1.5s)\n');
    expect(text).toContain('Expected:\n\n```\nbye\n```\n\nActual:\n\n```\nhello\n```\n');
    expect(text).toMatch(/## Failures.*<details>\n<summary>1 other case<\/summary>\n\n.*✅ passed \| T1 \|/s);
    expect(text.indexOf('## Environment')).toBeGreaterThan(text.indexOf('</details>'));
    expect(text).toContain('- **Input File:** tests/suite.jsonl\n');
  });

  it('tells a conversation that failed turn by turn, with its checkpoints', () => {
    const base = { after: [], required: true, outOfOrderAtTurns: [] };
    const text = report([
      caseResult({
        kind: 'dynamic',
        status: 'failed',
        error: 'max turns (1) exceeded',
        turns: [
          {
            turn: 1,
            origin: 'case',
            input: 'money\nback',
            response: { content: 'Which order?', toolCalls: [{ tool: 'find' }] },
            checkpointsReached: ['ask'],
            startedAt: 0,
            durationMs: 900,
          },
        ],
        checkpoints: [
          { ...base, id: 'ask', reached: true, reachedAtTurn: 1, passed: true },
          { ...base, id: 'refund', after: ['ask'], reached: false, passed: false, message: 'nothing was paid' },
        ],
      }),
    ]);
    expect(text).toContain(
      '1. **user:** money back\n   - **agent** (900ms): Which order?\n   - tool find\n   - ✓ checkpoint ask\n',
    );
    expect(text).toContain('- ✓ ask, turn 1\n- ✗ refund, after ask: nothing was paid\n');
  });

  it('has a table of stability for several attempts, the shakiest case first', () => {
    const text = report([
      ...[1, 2].map((attempt) => caseResult({ id: 'good', attempt })),
      caseResult({ id: 'bad', attempt: 1 }),
      caseResult({ id: 'bad', attempt: 2, status: 'failed', error: 'no', durationMs: 500 }),
    ]);
    expect(text).toContain('| bad | unstable | 1 of 2 | 50.0% | 1.0s | 500ms – 1.5s |\n| good | stable | 2 of 2 |');
    expect(text).toContain('### ❌ bad - failed, 1 of 2 passed; attempt 2 (500ms)');
  });

  it('tells what judges found, verdicts that did not pass first, with the answers they are about', () => {
    const text = report([consistencyResult()], gated(0.8));
    expect(report([consistencyResult()])).toContain('| 📏 measured | test-1 |  | 0.5 | 1.5s |\n');
    expect(text).toContain('| Accuracy | 50.0% |\n');
    expect(text).toContain('- **Similarity:** 50.0% over 2 verdicts\n');
    expect(text).toMatch(
      /❌ failed \| answers 2 and 3 \| 0 \| B \| Twelve is not thirteen\. \|\n.*💥 error \| answers 3 and 1 \| – .*\n.*✅ passed \| answers 1 and 2/,
    );
    expect(text).toContain('| 3 | 13 users | 100ms |\n');
  });

  it('tells what scorers gave, how far it is from what was expected, and how tags and columns went', () => {
    const text = report([experimentResult(), experimentResult({ id: 'ok', status: 'passed', tags: ['spanish'] })]);
    expect(text).toContain('| ❌ failed | language | 0.25 | 0.8-1 | 0.55 below | Answered in English. |\n');
    expect(text).toContain(
      '## Scores by tag\n\n| Tag | Passed | Rate |\n| --- | --- | --- |\n| spanish | 2 of 4 | 50.0% |',
    );
    expect(text).toContain('## Scores by difficulty\n');
    expect(text).toContain('| ✅ passed | ok | Greets in Spanish | politeness 0.95, language 0.25 | 1.5s |');
    expect(text).toContain('Ground truth:\n\n```\nHola, ¿cómo estás?\n```\n');
  });

  it('says how many verdicts, answers and values it left out', () => {
    const { samples = [], scores = [] } = consistencyResult();
    const many = <Item>(items: readonly Item[]): Item[] => Array.from({ length: 10 }, () => items).flat();
    const text = report([consistencyResult({ samples: many(samples), scores: many(scores) })], gated(0.8));
    expect(text).toContain('… 10 more verdicts\n');
    expect(text).toContain('… 10 more answers\n');
    const rows = Array.from({ length: 25 }, (_, position) =>
      experimentResult({ id: `row-${position}`, metadata: { customer: `c${position}` } }),
    );
    expect(report(rows)).toContain('… 5 more values\n');
  });

  it('says when nothing was run, when a run was cancelled, and how many failures it left out', () => {
    expect(report([])).toContain('**⚠️ Nothing was run** · 0 of 0 cases passed');
    expect(report([caseResult()], { status: 'cancelled', exitCode: 130 })).toContain('**⚠️ Cancelled**');
    const many = Array.from({ length: 52 }, (_, id) => caseResult({ id: `F${id}`, status: 'error', error: 'x' }));
    const text = report(many);
    expect(text.match(/^### /gm)).toHaveLength(50);
    expect(text).toContain('2 more failures in the table below.');
    expect(text).toMatch(/💥 error \| F51 /);
  });

  it('keeps hostile texts where they belong', () => {
    const hostile = '|\n# big\n```\n</details><script>alert(1)</script> @everyone [x](javascript:1) `a`';
    const text = report([
      caseResult({ id: hostile, name: hostile, status: 'failed', error: hostile }),
      caseResult({ id: `${hostile}2` }),
    ]);
    const outside = text.replaceAll(/^(`{3,})\n.*?^\1$/gms, '');
    expect(outside).not.toMatch(/(?<!\\)<script|@everyone|^# big|(?<!\\)`/m);
    expect(outside.match(/<\/details>/g)).toHaveLength(1);
    const cells = outside.split('\n').filter((line) => line.includes('✅ passed'));
    expect(cells[0]?.match(/(?<!\\)\|/g)).toHaveLength(5);
  });
});

describe('texts in Markdown', () => {
  it('in a fence never close it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '\n', 'a', '~', ' ') }), (text) => {
        const lines = formatFencedValue(text).trimEnd().split('\n');
        const fence = lines.at(-1) ?? '';
        expect(fence).toMatch(/^`{3,}$/);
        expect(lines.slice(1, -1).filter((line) => line.includes(fence))).toEqual([]);
      }),
    );
  });

  it('that are long say how much is missing', () => {
    expect(formatFencedValue('x'.repeat(3_010))).toContain('x\n… 10 more characters\n```\n');
  });

  it('in a line stay in it, without one unescaped mark', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = formatInlineCode(text).replaceAll('<!-- -->', '');
        expect(line.replaceAll(/\\[\\`*_[\]<>|#~!&$]/g, '')).not.toMatch(/[\\`*_[\]<>|#~\n\r]/);
      }),
    );
  });
});
