import type { TestCase } from '../../contract/index.ts';
import { kinds } from '../../kinds/kinds.ts';
import type { RunKind } from '../../ports/index.ts';
import { plural } from '../../values/index.ts';

/** A case that may end otherwise than under `"rules": 1`. */
export type RuleChange = { file: string; caseId: string; why: string };

const NAMED = 5;

export function ruleChangesOf(file: string, cases: readonly TestCase[]): RuleChange[] {
  return cases.flatMap((testCase) => {
    const kind: RunKind = kinds[testCase.kind];
    const why = kind.changedBy?.(testCase);
    return why === undefined ? [] : [{ file, caseId: testCase.id, why }];
  });
}

/** A few lines however many cases there are: a hint for those who come from the rules before. */
export function ruleChangeLines(changes: readonly RuleChange[]): string[] {
  if (changes.length === 0) return [];
  const counted = plural(changes.length, 'case');
  const groups = Map.groupBy(changes, ({ why, file }) => `${why}: ${file}`);
  return [
    `${counted} may end otherwise than under "rules": 1 in the config; regrade shows which do, and "rules": 2 ends this hint`,
    ...[...groups].map(([place, members]) => {
      const named = members.slice(0, NAMED).map(({ caseId }) => caseId);
      const more = members.length > NAMED ? ` and ${members.length - NAMED} more` : '';
      return `  ${place}: ${named.join(', ')}${more}`;
    }),
  ];
}
