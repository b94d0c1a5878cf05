import { abbreviateNameList } from '../values/index.ts';
import type { CaseRow, RunState } from './run-state.ts';

type RunWithWarnings = Pick<RunState, 'warnings' | 'summary' | 'rows'>;

/**
 * Returns the warnings of a run and of its cases, each text once. A check that accepts every answer of its suite gives
 * `Weak: …`; a warning that several cases have gives `A, B and 3 more: …`.
 */
export function listRunWarnings({ warnings, summary, rows }: RunWithWarnings): string[] {
  const weak = summary?.indistinct;
  return [
    ...[...Map.groupBy(warnings, (text) => text)].map(([text, { length }]) =>
      length === 1 ? text : `${text} (${length} times)`,
    ),
    ...(weak === undefined ? [] : [`Weak: ${weak}`]),
    ...[...groupCasesByWarning(rows)].map(([text, ids]) => `${abbreviateNameList([...ids])}: ${text}`),
  ];
}

function groupCasesByWarning(rows: RunWithWarnings['rows']): Map<string, Set<string>> {
  const idsByWarning = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const text of listCaseWarnings(row)) {
      const ids = idsByWarning.get(text) ?? new Set();
      idsByWarning.set(text, ids.add(row.id));
    }
  }
  return idsByWarning;
}

/** Returns the warnings of a case's attempts, each text once. */
export function listCaseWarnings({ attempts }: Pick<CaseRow, 'attempts'>): string[] {
  return [...new Set(attempts.flatMap(({ warnings = [] }) => warnings))];
}
