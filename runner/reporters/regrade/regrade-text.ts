import { formatAsSingleLine } from '../../format/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { shortenText, stripControlCharacters } from '../console/shorten-text.ts';
import { isRegression, type RegradedAttempt, type RegradeReport } from './regrade-report.ts';

const MAX_LINES = 50;

/** Attempts of a case whose verdicts change in the same way and for the same reason. */
export type RegradeGroup = { heading: string; caseId: string; count: number; reason: string; place: string };

/** Groups the changed verdicts by case, change and reason; passes that are lost come first. */
export function groupRegradedAttempts({ changes, notRegradable }: RegradeReport): RegradeGroup[] {
  const ordered = [...changes.toSorted((left, right) => Number(isRegression(right)) - Number(isRegression(left)))];
  const groups = Map.groupBy([...ordered, ...notRegradable], ({ suiteKey, caseId, before, after, reason }) =>
    JSON.stringify([suiteKey, caseId, before, after, reason]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [toRegradeGroup(first, group.length)];
  });
}

function toRegradeGroup(
  { caseId, before, after, reason = '', runId, attempt }: RegradedAttempt,
  count: number,
): RegradeGroup {
  const heading = after === 'open' ? 'Not regradable' : `${before} → ${after}`;
  const attemptText = `run ${runId}, attempt ${attempt}${count === 1 ? '' : ` and ${count - 1} more`}`;
  return { heading, caseId, count, reason, place: attemptText };
}

/** Returns the results of regrading, for a terminal. */
export function formatRegradeText(report: RegradeReport): string {
  const sections = Map.groupBy(groupRegradedAttempts(report), ({ heading }) => heading);
  const lines = [...sections].flatMap(([heading, groups]) => {
    const attempts = groups.reduce((sum, { count }) => sum + count, 0);
    const more = groups.length > MAX_LINES ? [`  and ${groups.length - MAX_LINES} more; --format json has all`] : [];
    return [`${heading} (${attempts})`, ...groups.slice(0, MAX_LINES).map(formatGroupLine), ...more, ''];
  });
  return [...lines, ...formatInferredRuleLines(report), ...listRegradeNotes(report)]
    .map((line) => `${stripControlCharacters(line)}\n`)
    .join('');
}

function formatGroupLine({ caseId, place, reason }: RegradeGroup): string {
  return `  [${formatAsSingleLine(caseId)}] ${place}${reason === '' ? '' : `: ${reason}`}`;
}

function formatInferredRuleLines(report: RegradeReport): string[] {
  const rules = listInferredRuleResultTexts(report);
  return rules.length === 0
    ? []
    : ['Inferred rules, which cannot fail a case', ...rules.map((rule) => `  ${rule}`), ''];
}

/** Returns the results of inferred rules that nobody has accepted. */
export function listInferredRuleResultTexts({ inferred }: RegradeReport): string[] {
  return inferred.slice(0, MAX_LINES).map(({ caseId, rule, passed, others }) => {
    const ofOthers = others.of === 0 ? '' : ` and ${others.holds} of ${others.of} other`;
    const counts = `holds in ${passed.holds} of ${passed.of} passed${ofOthers} attempts`;
    return `[${formatAsSingleLine(caseId)}] ${shortenText(rule, 200)}: ${counts}`;
  });
}

/** Returns the counts, and what was left out of the regrading. */
export function listRegradeNotes(report: RegradeReport): string[] {
  const { runs, attempts, unchanged, changes, notRegradable, notInSuite, otherInput, leftOut } = report;
  const lost = changes.filter(isRegression).length;
  return [
    `${formatCountWithNoun(attempts, 'attempt')} of ${formatCountWithNoun(runs.length, 'run')}: ${unchanged} unchanged, ${changes.length} changed, ${notRegradable.length} not regradable`,
    `Attempts that no longer pass: ${lost}`,
    ...(otherInput.length === 0
      ? []
      : [`Recorded with a different input than the case has now: ${formatFirstIds(otherInput)}`]),
    ...(notInSuite.length === 0 ? [] : [`Not in the suite any more: ${formatFirstIds(notInSuite)}`]),
    ...(leftOut.skipped === 0 ? [] : [`Left out, because their run did not judge them: ${leftOut.skipped}`]),
    ...(leftOut.otherKinds === 0
      ? []
      : [`Left out, because they are not judged by the rules of a case: ${leftOut.otherKinds}`]),
  ];
}

function formatFirstIds(ids: readonly string[]): string {
  return `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}`;
}
