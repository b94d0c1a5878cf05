import {
  type CaseRow,
  caseKey,
  describeExcluded,
  describeUnusedCaseParts,
  findUnjudgedText,
  formatUnreadableEvents,
  isFailing,
  listRunWarnings,
  type RunState,
} from '../../fold/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { describeDecision, diagnose, isUncheckedPass } from '../../verdict/index.ts';
import { listFailureDetails } from '../console/failure-lines.ts';
import { failCasesBelowMinAccuracy } from '../fail-below-min-accuracy.ts';
import { isFailedAndCounted, type ReportedCase, type ResultReader, readReportedCases } from '../reported-cases.ts';
import { type Annotation, formatWorkflowCommand } from './workflow-command.ts';

/**
 * The number of annotations for failures. GitHub shows ten annotations for a step; the last one tells how many failures
 * are not shown.
 */
const MAX_ANNOTATIONS = 9;

export type AnnotationSource = {
  state: RunState;
  resultsOf: ResultReader;
  /** Returns the path of a suite's case file below the checkout; undefined if there is none. */
  fileOf: (suiteKey: string) => string | undefined;
};

/**
 * Annotates failures at the lines of their cases, as warnings if the run passed anyway. One notice lists weaknesses of
 * passed cases.
 */
export function createFailureAnnotations({ state, resultsOf, fileOf }: AnnotationSource): string[] {
  const severity = state.status === 'passed' ? 'warning' : 'error';
  const judged = failCasesBelowMinAccuracy(state, resultsOf);
  const failing = judged.state.rows.filter(isFailedAndCounted);
  const visibleCases = [...readReportedCases(failing.slice(0, MAX_ANNOTATIONS), judged.resultsOf)];
  const more = failing.length - visibleCases.length;
  return [
    ...visibleCases.map((reported) =>
      formatWorkflowCommand({
        severity,
        ...createAnnotation(reported, { state, file: fileOf(reported.row.suiteKey) }),
      }),
    ),
    ...(more === 0
      ? []
      : [
          formatWorkflowCommand({
            severity,
            message: `${formatCountWithNoun(more, 'more failure')}: see the job summary`,
          }),
        ]),
    ...createUnjudgedNotice(state.rows),
    ...createWarningNotice(state),
    ...createSetAsideNotice(state.rows),
    ...createUnreadableWarning(state),
  ];
}

function createUnreadableWarning({ unreadable }: RunState): string[] {
  const message = formatUnreadableEvents(unreadable);
  return message === undefined
    ? []
    : [formatWorkflowCommand({ severity: 'warning', title: 'Unreadable events', message })];
}

function createSetAsideNotice(rows: readonly CaseRow[]): string[] {
  const message = describeExcluded(rows);
  if (message === undefined) return [];
  return [formatWorkflowCommand({ severity: 'notice', title: 'Excluded from rates and gates', message })];
}

function createWarningNotice(state: RunState): string[] {
  const idle = describeUnusedCaseParts(state.rows);
  const warnings = [...listRunWarnings(state), ...(idle === undefined ? [] : [`Idle: ${idle}`])];
  return createListNotice(formatCountWithNoun(warnings.length, 'warning'), warnings);
}

function createUnjudgedNotice(rows: readonly CaseRow[]): string[] {
  const lines = rows.flatMap((row) => {
    const unjudged = findUnjudgedText(row);
    if (unjudged === undefined && !isUncheckedPass(row)) return [];
    return [`${formatCaseTitle(row)}: ${unjudged ?? 'checks nothing'}`];
  });
  return createListNotice(`${formatCountWithNoun(lines.length, 'passed case')} not fully covered by assertions`, lines);
}

function createListNotice(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MAX_ANNOTATIONS ? [`… and ${lines.length - MAX_ANNOTATIONS} more`] : [];
  return [
    formatWorkflowCommand({
      severity: 'notice',
      title,
      message: [...lines.slice(0, MAX_ANNOTATIONS), ...more].join('\n'),
    }),
  ];
}

function createAnnotation(
  { row, status, attempts }: ReportedCase,
  { state, file }: { state: RunState; file: string | undefined },
): Omit<Annotation, 'severity'> {
  const bad = attempts.filter((attempt) => isFailing(attempt.status));
  const [first = attempts[0]] = bad;
  const diagnosis = diagnose(first, row, state.lastPassing?.(row));
  const past = state.pastWords?.[caseKey(row.suiteKey, row.id)];
  const details =
    diagnosis === undefined
      ? []
      : [...listFailureDetails({ result: first, diagnosis }), ...(past === undefined ? [] : [past])];
  const decided = describeDecision(row);
  const share = attempts.length === 1 ? [] : [decided ?? `${bad.length} of ${attempts.length} attempts did not pass`];
  return {
    title: `${formatCaseTitle(row)}: ${status}`,
    message: [...share, ...(details.length === 0 ? [status] : details)].join('\n'),
    ...(file === undefined ? {} : { file, line: row.line ?? 1, column: 1 }),
  };
}

function formatCaseTitle({ id, name }: CaseRow): string {
  return name === undefined ? id : `${id} ${name}`;
}
