import { parseSuiteOptions } from '../api/read-suite-options.ts';
import type { FinishedCase } from '../api/result-collector.ts';
import { startRun } from '../api/start-run.ts';
import type { SuiteOptions } from '../api/suite-options.ts';
import type { SuiteResult } from '../api/suite-result.ts';
import { caseKey } from '../fold/index.ts';

type CaseReference = { suite: string; id: string };

/** The run that all tests of a suite share. Each test waits for its own case. */
export type SharedRun = {
  /**
   * Returns the outcome of a case as soon as all of its attempts have ended. The first call starts the run, with the
   * `selected` cases.
   */
  outcome(named: CaseReference, selected: () => string[]): Promise<FinishedCase>;
  /** Runs a case again in a separate run, for a test that Vitest repeats. */
  rerunCase(named: CaseReference): Promise<FinishedCase>;
  /**
   * Waits for the end of the run. If the case has not ended yet, stops the run first, because no test waits for its
   * result any more.
   */
  end(): Promise<SuiteResult | undefined>;
};

export function createSharedRun(inputs: readonly string[], options: SuiteOptions): SharedRun {
  const stop = new AbortController();
  const ended = new Map<string, FinishedCase>();
  const waiting = new Map<string, (ended: FinishedCase) => void>();
  let started: Promise<SuiteResult> | undefined;
  let expected = 0;

  function startRunOfCases(cases: string[], onCase?: (ended: FinishedCase) => void): Promise<SuiteResult> {
    options.signal?.addEventListener('abort', () => stop.abort(options.signal?.reason), { once: true });
    if (options.signal?.aborted === true) stop.abort(options.signal.reason);
    const chosen = { ...options, case: cases, signal: stop.signal };
    return startRun(() => parseSuiteOptions(inputs, chosen, 'describeSuite'), onCase);
  }

  function startAllCases(cases: string[]): Promise<SuiteResult> {
    expected = cases.length;
    return startRunOfCases(cases, (one) => {
      ended.set(caseKey(one.suite, one.id), one);
      waiting.get(caseKey(one.suite, one.id))?.(one);
    });
  }

  return {
    async outcome(named, selected) {
      started ??= startAllCases(selected());
      const key = caseKey(named.suite, named.id);
      const early = new Promise<FinishedCase>((resolve) => waiting.set(key, resolve));
      const atEnd = started.then((result) => findCaseOutcome(result, named));
      // The run may end after its last test, so a late failure must not be an unhandled rejection.
      atEnd.catch(() => undefined);
      return ended.get(key) ?? Promise.race([early, atEnd]);
    },
    async rerunCase(named) {
      return findCaseOutcome(await startRunOfCases([named.id]), named);
    },
    async end() {
      if (started === undefined) return undefined;
      if (ended.size < expected) stop.abort();
      // The error is ignored here, because every test has already failed with it.
      return started.catch(() => undefined);
    },
  };
}

function findCaseOutcome({ cases, reason }: SuiteResult, { suite, id }: CaseReference): FinishedCase {
  const outcome = cases.find((one) => one.suite === suite && one.id === id);
  if (outcome === undefined) throw new Error(`the run has no result for the case "${id}": ${reason}`);
  return outcome;
}
