import path from 'node:path';
import type { RunPlan } from '../../contract/index.ts';
import { parseSuiteKey } from '../../fold/index.ts';
import { type CaseProblem, formatProblem, type InputProblem } from '../../inputs/problem.ts';
import { abbreviateNameList, formatCountWithNoun } from '../../values/index.ts';
import { describeMisnamedFile, type FilesInput } from '../load/resolve-input.ts';
import type { PreparedRun } from '../prepare.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import type { Terminal } from '../terminal.ts';
import { warnOfSuspiciousRules } from './warn-of-suspicious-rules.ts';

type ProblemOrWarning = string | InputProblem | CaseProblem;

/** Prints warnings about the input, except those about cases that this run leaves out. */
export function printWarnings({ warnings, plan, root }: PreparedRun, { stderr, cwd }: Terminal): void {
  for (const line of [
    ...formatProblemsWithoutRepeats(selectProblemsOfPlannedCases(warnings, plan, { root, cwd })),
    ...warnOfSuspiciousRules(plan.cases),
  ]) {
    stderr.write(`turntree: warning: ${line}\n`);
  }
}

export function printIgnoredFiles(
  { misnamed = [], scriptTests = [] }: Pick<FilesInput, 'misnamed' | 'scriptTests'>,
  { stderr, cwd }: Terminal,
): void {
  for (const file of misnamed)
    stderr.write(`turntree: warning: ${formatDisplayPath(file, cwd)}: ${describeMisnamedFile(file)}\n`);
  const [first] = scriptTests;
  if (first === undefined) return;
  const names = abbreviateNameList(scriptTests.map((file) => formatDisplayPath(file, cwd)));
  stderr.write(
    `turntree: warning: a folder runs its cases, not its script tests (${names}): turntree test ${formatDisplayPath(first, cwd)}\n`,
  );
}

/** Removes the problems of cases that this run leaves out. */
export function selectProblemsOfPlannedCases<Kind extends ProblemOrWarning>(
  problems: readonly Kind[],
  { cases }: RunPlan,
  { root, cwd }: { root: string; cwd: string },
): Kind[] {
  const names = new Map<string, string>();
  const plannedKeys = new Set<string>();
  for (const { suiteKey, case: testCase, skipReason } of cases) {
    if (skipReason !== undefined) continue;
    const name = names.get(suiteKey) ?? formatDisplayPath(path.join(root, parseSuiteKey(suiteKey).file), cwd);
    names.set(suiteKey, name);
    plannedKeys.add(toFileCaseKey(name, testCase.id));
  }
  return problems.filter(
    (problem) => !isCaseProblem(problem) || plannedKeys.has(toFileCaseKey(problem.file, problem.caseId)),
  );
}

/**
 * Formats problems as lines. Equal messages about one file become one line, with the first position and case, and the
 * number of occurrences.
 */
export function formatProblemsWithoutRepeats(problems: readonly ProblemOrWarning[]): string[] {
  const groups = Map.groupBy(problems, (problem) =>
    typeof problem === 'string' ? problem : JSON.stringify([problem.file, problem.message]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined || typeof first === 'string') return first ?? [];
    const named = isCaseProblem(first) ? { ...first, message: `case "${first.caseId}": ${first.message}` } : first;
    const otherCases = others.length === 0 ? '' : ` (and in ${formatCountWithNoun(others.length, 'more case')})`;
    return `${formatProblem(named)}${otherCases}`;
  });
}

function isCaseProblem(problem: ProblemOrWarning): problem is CaseProblem {
  return typeof problem !== 'string' && 'caseId' in problem;
}

function toFileCaseKey(file: string, caseId: string): string {
  return JSON.stringify([file, caseId]);
}
