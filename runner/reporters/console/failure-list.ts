import type { RunEvent } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { formatAsSingleLine } from '../../format/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { createFailureLog, type ExplainedFailures, type FailedAttemptId } from '../../verdict/index.ts';
import type { ConsoleState } from './console-reporter.ts';
import { formatAttemptName, formatFailureLines } from './failure-lines.ts';

/** Collects the failed attempts by cause, and formats the lines about them at the end of the output. */
export function createFailureListForConsole(consoleState: ConsoleState) {
  const log = createFailureLog();
  let alike: FailedAttemptId | undefined;
  return {
    count: log.count,
    /** Returns the earlier attempt that failed in the same way as the attempt that has just ended. */
    alike: () => (alike === undefined ? undefined : formatAttemptName(alike)),
    failureListLines(state: RunState, { pasts, causes = log.causes() }: ExplainedFailures): string[] {
      if (causes.length === 0) return [];
      const ids = new Set(causes.flatMap(({ attempts }) => attempts.map(({ id }) => id)));
      const look = {
        total: log.count(),
        paint: consoleState.paint,
        caseHistories: pasts,
        severalSuites: consoleState.severalSuites,
      };
      const next = consoleState.options.next?.(state, { ids: [...ids] }) ?? [];
      return [...formatFailureLines(causes, look), ...(next.length === 0 ? [] : ['', ...next])];
    },
    trackFailures(event: RunEvent): void {
      log.readAnnouncedCases(event);
      if (event.type !== 'case.finished') return;
      const { suiteKey, result } = event;
      const counts = result.setAside === undefined || result.setAside === 'repeat';
      alike = counts ? log.add(suiteKey, result) : undefined;
    },
    /**
     * A case that was repeated until its result was certain may have failed attempts although it passed. These do not
     * count as failures of the run.
     */
    setDecision({ suiteKey, caseId, decision, attempt, passed }: CaseDecidedEvent): string[] {
      if (decision === 'good') log.removeCase(suiteKey, caseId);
      if (consoleState.options.quiet) return [];
      return [
        `  [${formatAsSingleLine(caseId)}] ${decision} after ${formatCountWithNoun(attempt, 'attempt')} (${passed} of ${attempt} passed)`,
      ];
    },
  };
}

type CaseDecidedEvent = Extract<RunEvent, { type: 'case.decided' }>;
