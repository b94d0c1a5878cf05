import { type CaseKey, type CaseStanding, caseKey, parseCaseKey } from '../../runner/fold/index.ts';
import { standingName } from '../../runner/verdict/index.ts';
import type { FailureGroup } from '../queries/index.ts';
import type { FailureMarks } from './case-filter.ts';

type FailuresOfRun = { standings: Readonly<Record<string, CaseStanding>>; groups: readonly FailureGroup[] };

/** Merges standings and failure causes by case. */
export function createFailureMarks({ standings, groups }: FailuresOfRun): FailureMarks {
  const marks = new Map<CaseKey, { standing?: ReturnType<typeof standingName>; causes: string[] }>();
  for (const [key, standing] of Object.entries(standings)) {
    const { suiteKey, caseId } = parseCaseKey(key);
    marks.set(caseKey(suiteKey, caseId), { standing: standingName(standing), causes: [] });
  }
  for (const { key: cause, cases } of groups) {
    for (const { suiteKey, id } of cases) {
      const key = caseKey(suiteKey, id);
      const mark = marks.get(key) ?? { causes: [] };
      mark.causes.push(cause);
      marks.set(key, mark);
    }
  }
  return marks;
}
