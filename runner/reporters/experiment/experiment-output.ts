import type { AnnouncedCase } from '../../contract/index.ts';
import { type CaseKey, caseKey, parseSuiteKey, type RunState } from '../../fold/index.ts';
import type { ConsoleOutput, ConsoleState } from '../console/console-reporter.ts';
import { stripControlCharacters } from '../console/shorten-text.ts';
import {
  formatEndingLines,
  formatHeadingLines,
  formatResultBlockLines,
  formatSummaryLines,
  formatVerdictLine,
} from './experiment-lines.ts';
import { createExperimentRows } from './experiment-rows.ts';
import { createExperimentTotals } from './experiment-totals.ts';

const MAX_CASES_IN_COMMAND = 50;

/** The console output of a run of tables: a block for every row, and totals. `disabled` rows are only counted. */
export function createExperimentOutput(consoleState: ConsoleState, disabled = 0): ConsoleOutput {
  const { options, paint } = consoleState;
  const totals = createExperimentTotals();
  const announced = new Map<CaseKey, AnnouncedCase>();
  const failedIds = new Set<string>();
  const failedSuites = new Set<string>();
  let failed = 0;
  let severalScorers = false;

  /** Returns the type of the failed rows, if they all have the same type; rows of other types may have the same ids. */
  function findOnlyFailedScorer(): string | undefined {
    const [scorer, ...others] = new Set([...failedSuites].map((key) => parseSuiteKey(key).scorer));
    return others.length === 0 ? scorer : undefined;
  }

  function formatNextStepLines(state: RunState): string[] {
    if (failedIds.size === 0) return [];
    const next = options.next?.(state, { ids: [...failedIds], scorer: findOnlyFailedScorer() }) ?? [];
    return next.length === 0 ? [] : [...next, ''];
  }

  return {
    trackEvent(event) {
      if (event.type !== 'run.started' && event.type !== 'cases.announced') return;
      for (const one of event.cases) announced.set(caseKey(one.suiteKey, one.id), one);
      if (event.type === 'run.started')
        severalScorers = new Set(event.cases.flatMap(({ scorers = [] }) => scorers)).size > 1;
    },
    headingLines({ suites, total, options: { agent } }) {
      const types = [...new Set(suites.map(({ key }) => key.replace(/^.*?\.csv#/i, '')))];
      return formatHeadingLines({ scorers: types, agent, total, disabled });
    },
    attemptLines({ suiteKey, caseId, result }, logs) {
      const row = announced.get(caseKey(suiteKey, caseId));
      if (row === undefined) return [];
      const rows = createExperimentRows(row, result, consoleState.attempts);
      if (rows.length === 0) return [];
      const broken = rows.filter(({ passed, notScorable }) => !passed && notScorable !== true).length;
      for (const each of rows) totals.addRow(each);
      failed += broken;
      if (broken > 0 && failedIds.size < MAX_CASES_IN_COMMAND) {
        failedIds.add(result.id);
        failedSuites.add(suiteKey);
      }
      if (options.quiet && broken === 0) return [];
      const style = { paint, verbose: options.verbose, named: severalScorers || rows.length > 1 };
      return formatResultBlockLines(
        { position: consoleState.done, total: consoleState.total, result, rows, logs },
        style,
      );
    },
    failuresText: () => (failed === 0 ? '' : ` ❌ ${failed}`),
    currentWaitText: () => '',
    idleLines: (progress) => [progress, ''],
    linesOutsideAttempts: () => [],
    runEndLines(state, outputs) {
      return [
        ...(options.quiet ? [] : formatSummaryLines(totals, state)),
        ...state.warnings.map((warning) => paint('yellow', `⚠ ${stripControlCharacters(warning)}`)),
        ...formatNextStepLines(state),
        ...(options.quiet
          ? [formatVerdictLine(state, failed, paint)]
          : formatEndingLines({ state, failed, outputs, paint })),
      ];
    },
  };
}
