import { type CaseHealth, type CaseKey, caseKey, parseCaseKey } from '../../runner/fold/index.ts';
import { getCaseHealthName } from '../../runner/verdict/index.ts';
import type { FailureGroup } from '../queries/index.ts';
import type { FailureAnnotations } from './case-filter.ts';

type FailuresOfRun = { healthByCase: Readonly<Record<string, CaseHealth>>; groups: readonly FailureGroup[] };

/** Combines, by case, how failures compare with previous runs (such as new, broken or flaky) and their causes. */
export function createFailureAnnotations({ healthByCase, groups }: FailuresOfRun): FailureAnnotations {
  const marks = new Map<CaseKey, { standing?: ReturnType<typeof getCaseHealthName>; causes: string[] }>();
  for (const [key, caseHealth] of Object.entries(healthByCase)) {
    const { suiteKey, caseId } = parseCaseKey(key);
    marks.set(caseKey(suiteKey, caseId), { standing: getCaseHealthName(caseHealth), causes: [] });
  }
  for (const { key: cause, cases } of groups) {
    for (const { suiteKey, id } of cases) {
      const key = caseKey(suiteKey, id);
      const annotation = marks.get(key) ?? { causes: [] };
      annotation.causes.push(cause);
      marks.set(key, annotation);
    }
  }
  return marks;
}
