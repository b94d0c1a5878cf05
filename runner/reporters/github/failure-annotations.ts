import { type CaseRow, caseKey, describeExcluded, isFailing, type RunState, unreadableText } from '../../fold/index.ts';
import { plural } from '../../values/index.ts';
import { describeDecision, diagnose, isUncheckedPass } from '../../verdict/index.ts';
import { failureDetails } from '../console/failure-lines.ts';
import { isFailure, type ReportedCase, type ResultReader, reportedCases } from '../reported-cases.ts';
import { withCasesBelowMinAccuracyFailed } from '../with-judged-rows.ts';
import { type Annotation, workflowCommand } from './workflow-command.ts';

/** GitHub shows ten annotations for a step; the last one tells how many failures are not shown. */
const SHOWN = 9;

export type AnnotationSource = {
  state: RunState;
  resultsOf: ResultReader;
  /** The case file of a suite below the checkout, if it has one. */
  fileOf: (suiteKey: string) => string | undefined;
};

/**
 * Annotates failures at the lines of their cases, as warnings if the run passed anyway. One notice lists weaknesses of
 * passed cases.
 */
export function failureAnnotations({ state, resultsOf, fileOf }: AnnotationSource): string[] {
  const severity = state.status === 'passed' ? 'warning' : 'error';
  const judged = withCasesBelowMinAccuracyFailed(state, resultsOf);
  const failing = judged.state.rows.filter(isFailure);
  const visibleCases = [...reportedCases(failing.slice(0, SHOWN), judged.resultsOf)];
  const more = failing.length - visibleCases.length;
  return [
    ...visibleCases.map((reported) =>
      workflowCommand({ severity, ...createAnnotation(reported, { state, file: fileOf(reported.row.suiteKey) }) }),
    ),
    ...(more === 0
      ? []
      : [workflowCommand({ severity, message: `${plural(more, 'more failure')}: see the job summary` })]),
    ...unjudgedNotice(state.rows),
    ...setAsideNotice(state.rows),
    ...unreadableWarning(state),
  ];
}

function unreadableWarning({ unreadable }: RunState): string[] {
  const message = unreadableText(unreadable);
  return message === undefined ? [] : [workflowCommand({ severity: 'warning', title: 'Unreadable events', message })];
}

function setAsideNotice(rows: readonly CaseRow[]): string[] {
  const message = describeExcluded(rows);
  if (message === undefined) return [];
  return [workflowCommand({ severity: 'notice', title: 'Excluded from rates and gates', message })];
}

function unjudgedNotice(rows: readonly CaseRow[]): string[] {
  const lines = rows.flatMap((row) => {
    const unjudged = row.attempts.find((attempt) => attempt.unjudged !== undefined)?.unjudged;
    if (unjudged === undefined && !isUncheckedPass(row)) return [];
    return [`${caseTitle(row)}: ${unjudged ?? 'checks nothing'}`];
  });
  if (lines.length === 0) return [];
  const more = lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more`] : [];
  const title = `${plural(lines.length, 'passed case')} not fully covered by assertions`;
  return [workflowCommand({ severity: 'notice', title, message: [...lines.slice(0, SHOWN), ...more].join('\n') })];
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
      : [...failureDetails({ result: first, diagnosis }), ...(past === undefined ? [] : [past])];
  const decided = describeDecision(row);
  const share = attempts.length === 1 ? [] : [decided ?? `${bad.length} of ${attempts.length} attempts did not pass`];
  return {
    title: `${caseTitle(row)}: ${status}`,
    message: [...share, ...(details.length === 0 ? [status] : details)].join('\n'),
    ...(file === undefined ? {} : { file, line: row.line ?? 1, column: 1 }),
  };
}

function caseTitle({ id, name }: CaseRow): string {
  return name === undefined ? id : `${id} ${name}`;
}
