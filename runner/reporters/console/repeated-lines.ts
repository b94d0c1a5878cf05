import type { CaseResult } from '../../contract/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { shortenText } from './shorten-text.ts';

const MAX_WARNING_LENGTH = 300;
/**
 * The minimum length in characters of an error that is replaced by a reference when it is repeated. For a shorter
 * error, the reference would be no shorter.
 */
const MIN_REFERENCED_ERROR_LENGTH = 60;

/** Leaves out repetitions of errors and warnings that several attempts have in common. */
export function createRepeatedMessageFilter(): ReturnType<typeof createRepeatedWarningFilter> {
  const warnings = createRepeatedWarningFilter();
  const firstError = createRepeatedErrorFilter();
  return { ...warnings, withoutRepeatedWarnings: (result) => firstError(warnings.withoutRepeatedWarnings(result)) };
}

/**
 * Prints an error in full for the first attempt that has it, and for later attempts as a reference to the case of that
 * first attempt.
 */
function createRepeatedErrorFilter(): (result: CaseResult) => CaseResult {
  const first = new Map<string, string>();
  return (result) => {
    const { id, status, error } = result;
    if (error === undefined || (status !== 'error' && status !== 'timeout')) return result;
    const existing = first.get(error);
    if (existing === undefined) first.set(error, id);
    return existing === undefined || error.length < MIN_REFERENCED_ERROR_LENGTH
      ? result
      : { ...result, error: `the same error as in ${existing}` };
  };
}

/**
 * Prints each warning with the first attempt that has it. Warnings that several attempts have are counted at the end.
 */
function createRepeatedWarningFilter(): { withoutRepeatedWarnings(result: CaseResult): CaseResult; lines(): string[] } {
  const counts = new Map<string, number>();
  return {
    withoutRepeatedWarnings(result) {
      const warnings = result.warnings ?? [];
      const fresh = warnings.filter((warning) => !counts.has(warning));
      for (const warning of warnings) counts.set(warning, (counts.get(warning) ?? 0) + 1);
      return fresh.length === warnings.length ? result : { ...result, warnings: fresh };
    },
    lines: () =>
      [...counts].flatMap(([warning, count]) =>
        count === 1
          ? []
          : [`⚠ in ${formatCountWithNoun(count, 'attempt')}: ${shortenText(warning, MAX_WARNING_LENGTH)}`],
      ),
  };
}
