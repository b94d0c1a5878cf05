import { findKindMistake } from '../../assertions/author-mistakes/find-kind-mistake.ts';
import { checkAssertion } from '../../assertions/check-assertion.ts';
import { findAuthorMistake } from '../../assertions/find-author-mistake.ts';
import { toPlainText } from '../../assertions/to-plain-text.ts';
import type { AssertionResult, ScriptCase } from '../../contract/index.ts';
import type { TestEnding } from '../../ports/index.ts';
import { type AttemptContext, createAttemptScriptContext, type Outcome, StoppedError } from '../../ports/index.ts';
import { toErrorMessage } from '../../values/index.ts';
import { createJudge } from '../attempt/judge.ts';
import { computeOverallStatus, formatComplaints } from '../standard/standard-checks.ts';

const UNCHECKED_TEST_MESSAGE =
  'the test checked nothing before it ended: use t.assert, and await whatever makes the checks';

/** Calls a test function. The case passes if none of the function's checks failed and it did not throw. */
export async function executeScript(context: AttemptContext, testCase: ScriptCase): Promise<Outcome<'script'>> {
  const assertions: AssertionResult[] = [];
  const logs: string[] = [];
  const overlooked: string[] = [];
  const collectFindings = () => (logs.length === 0 ? { assertions } : { assertions, logs });
  const recordAssertion = (assertion: AssertionResult): void => {
    assertions.push(assertion);
    context.emit({ type: 'assertion.finished', assertion });
    context.record({ assertions: [...assertions] });
  };
  const logScript = (source: string, text: string): void => {
    logs.push(text);
    context.emit({ type: 'log.written', source, text });
    context.record({ logs });
  };
  context.emit({ type: 'phase.started', turn: 1, phase: 'script' });
  try {
    const ending = await runTest({ context, testCase, recordAssertion, log: logScript, overlooked });
    if (ending.type === 'unchecked') return { status: 'failed', error: UNCHECKED_TEST_MESSAGE, ...collectFindings() };
    const outcome = toOutcome(ending, assertions);
    const { doubts: doubtfulValues = [] } = ending.type === 'returned' ? ending : {};
    const slips = [...new Set([...overlooked, ...assertions.flatMap(explainMeaninglessCheck), ...doubtfulValues])];
    if (outcome.status !== 'passed' || slips.length === 0) return { ...outcome, ...collectFindings() };
    return { ...outcome, ...collectFindings(), unjudged: { calls: [], endedBeforeDone: false, overlooked: slips } };
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    const thrown = toErrorMessage(error);
    if (computeOverallStatus(assertions) === 'passed')
      return { status: 'error', error: thrown, endReason: 'script_error', ...collectFindings() };
    // An exception after a failed check is usually a consequence of that check, as in `t.assert.NotNil(x)` followed by
    // `x.name`, so the failed check is reported.
    recordAssertion({ type: 'throw', status: 'failed', message: `then it threw: ${thrown}` });
    return { ...toOutcome({ type: 'returned' }, assertions), ...collectFindings() };
  }
}

type ScriptTestRun = {
  context: AttemptContext;
  testCase: ScriptCase;
  recordAssertion: (assertion: AssertionResult) => void;
  log: (source: string, text: string) => void;
  /** Warnings about checks in this test that may miss a problem. */
  overlooked: string[];
};

function runTest({ context, testCase, recordAssertion, log, overlooked }: ScriptTestRun): Promise<TestEnding> {
  const { planned, deadline, ports } = context;
  const { agentId, baseDir } = planned;
  return deadline.run((signal) =>
    ports.scripts.runTest(
      {
        module: testCase.module,
        functionName: testCase.id,
        baseDir,
        agentId,
        context: createAttemptScriptContext(context),
        services: context.services(1),
        onLog: log,
        onAssertion: recordAssertion,
        async judge(assertion, output) {
          const problem = checkAssertion(assertion).find(({ runs, isWarning }) => !runs && !isWarning);
          if (problem !== undefined && assertion.type === 'regex') {
            return { type: 'regex', status: 'error', expected: null, actual: output, message: problem.message };
          }
          const subject = { value: output, text: toPlainText(output), toolCalls: [], input: null };
          const mistake = findAuthorMistake({ assertion, isForbidden: false }, subject);
          if (mistake !== undefined) overlooked.push(mistake);
          return createJudge(context)({ assertion, subject, turn: 1 });
        },
      },
      signal,
    ),
  );
}

function toOutcome(ending: TestEnding, assertions: readonly AssertionResult[]): Outcome<'script'> {
  const status = computeOverallStatus(assertions);
  if (status !== 'passed') return { status, error: formatComplaints(assertions) };
  return ending.type === 'skipped' ? { status: 'skipped', reason: ending.reason } : { status };
}

/** Returns why a passed check may prove nothing. */
function explainMeaninglessCheck({ type, status, expected, actual, place = 'the test' }: AssertionResult): string[] {
  if (status !== 'passed') return [];
  if (type === 'Equal' && expected === undefined && actual === undefined) {
    return [`${place} compares undefined with undefined; use t.assert.Nil where nothing is expected`];
  }
  if (type !== 'NotEqual' || expected === undefined) return [];
  if (actual === undefined) return [`${place} compares undefined, which differs from every value`];
  const mistake = findKindMistake({ label: `a value (${place})`, expected, actual });
  return mistake === undefined ? [] : [mistake];
}
