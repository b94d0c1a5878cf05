import type { RunEvent } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { labelText } from '../../format/index.ts';
import { plural } from '../../values/index.ts';
import { createFailureLog, type ExplainedFailures, type NamedAttempt } from '../../verdict/index.ts';
import type { ConsoleState } from './console-reporter.ts';
import { attemptName, failureLines } from './failure-lines.ts';

/** The failed attempts by cause, and the lines about them at the end of the output. */
export function createFailureList(consoleState: ConsoleState) {
  const log = createFailureLog();
  let alike: NamedAttempt | undefined;
  return {
    count: log.count,
    /** The earlier attempt that failed like the one that has just ended. */
    alike: () => (alike === undefined ? undefined : attemptName(alike)),
    failureListLines(state: RunState, { pasts, causes = log.causes() }: ExplainedFailures): string[] {
      if (causes.length === 0) return [];
      const ids = new Set(causes.flatMap(({ attempts }) => attempts.map(({ id }) => id)));
      const look = { total: log.count(), paint: consoleState.paint, pasts, severalSuites: consoleState.severalSuites };
      const next = consoleState.options.next?.(state, { ids: [...ids] }) ?? [];
      return [...failureLines(causes, look), ...(next.length === 0 ? [] : ['', ...next])];
    },
    trackFailures(event: RunEvent): void {
      log.readAnnouncedCases(event);
      if (event.type !== 'case.finished') return;
      const { suiteKey, result } = event;
      const counts = result.setAside === undefined || result.setAside === 'repeat';
      alike = counts ? log.add(suiteKey, result) : undefined;
    },
    /** Single failures of a case that was decided as good do not count as failures of the run. */
    setDecision({ suiteKey, caseId, decision, attempt, passed }: CaseDecided): string[] {
      if (decision === 'good') log.removeCase(suiteKey, caseId);
      if (consoleState.options.quiet) return [];
      return [
        `  [${labelText(caseId)}] ${decision} after ${plural(attempt, 'attempt')} (${passed} of ${attempt} passed)`,
      ];
    },
  };
}

type CaseDecided = Extract<RunEvent, { type: 'case.decided' }>;
