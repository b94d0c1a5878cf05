import { describe, expect, it } from 'vitest';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { diagnose } from '../verdict/index.ts';
import { formatCaseLines } from './console/case-lines.ts';
import { listFailureDetails } from './console/failure-lines.ts';
import { createFailureAnnotations } from './github/failure-annotations.ts';
import { formatJunitReport } from './junit-report.ts';
import { formatMarkdownReport } from './markdown/markdown-report.ts';

const hostile = '\u001b[32mPASSED\u001b[39m\u0007\u001b]0;title\u0007\u202eturned\u009b2J\u0000';
const plain = (_style: unknown, text: string): string => text;
const result = caseResult({
  status: 'failed',
  output: hostile,
  error: hostile,
  assertions: [{ type: 'contains', status: 'failed', expected: hostile, actual: hostile, message: hostile }],
});
const { state, resultsOf } = finishedRun([result]);
const diagnosis = diagnose(result, { suiteKey: 'tests/suite.jsonl' });

describe('what an agent says colours, moves and hides nothing', () => {
  it.each<[string, string]>([
    ['the lines of a case', formatCaseLines(result, { paint: plain, verbose: true, attempts: 1 }).join('\n')],
    ['the failures', diagnosis === undefined ? '' : listFailureDetails({ result, diagnosis }).join('\n')],
    ['Markdown', [...formatMarkdownReport(state, resultsOf)].join('')],
    ['JUnit', [...formatJunitReport(state, resultsOf)].join('')],
    ['annotations', createFailureAnnotations({ state, resultsOf, fileOf: () => 'a.jsonl' }).join('\n')],
  ])('in %s', (_, text) => {
    expect(text).toContain('PASSED');
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
  });
});
