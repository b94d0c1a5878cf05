import type { CaseResult } from '../../contract/index.ts';
import { plural } from '../../values/index.ts';
import { excerpt } from './excerpt.ts';

const LONG = 300;

/** Warnings of attempts, each shown with the first that has it; those of several are counted at the end. */
export function createRepeatedWarnings(): { firstOf(result: CaseResult): CaseResult; lines(): string[] } {
  const counts = new Map<string, number>();
  return {
    firstOf(result) {
      const warnings = result.warnings ?? [];
      const fresh = warnings.filter((warning) => !counts.has(warning));
      for (const warning of warnings) counts.set(warning, (counts.get(warning) ?? 0) + 1);
      return fresh.length === warnings.length ? result : { ...result, warnings: fresh };
    },
    lines: () =>
      [...counts].flatMap(([warning, count]) =>
        count === 1 ? [] : [`⚠ in ${plural(count, 'attempt')}: ${excerpt(warning, LONG)}`],
      ),
  };
}
