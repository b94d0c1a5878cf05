/**
 * Returns the result of a case in a run as one letter, given the first letters of its attempts' statuses: P, F, E, T
 * and S for passed, failed, error, timeout and skipped. If only some attempts passed, returns a digit: the tenths that
 * passed. If none passed, the first failure determines the letter. For a run without the case, the caller uses a dot.
 */
export function toTrendCellLetter(statuses: string): string {
  const judgedStatuses = statuses.length === 1 ? statuses : statuses.replaceAll('s', '');
  if (judgedStatuses === '') return 'S';
  const first = judgedStatuses[0] ?? '';
  let passed = 0;
  for (const status of judgedStatuses) if (status === 'p') passed += 1;
  if (passed === 0 || passed === judgedStatuses.length) return first.toUpperCase();
  return String(Math.min(9, Math.max(1, Math.round((passed / judgedStatuses.length) * 10))));
}
