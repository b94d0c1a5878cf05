/**
 * Returns the result of a case in a run as one letter, given the first letters of its attempts' statuses: P, F, E, T
 * and S for passed, failed, error, timeout and skipped. If only some attempts passed, the result is a digit for the
 * tenths that passed; if they failed in different ways, the first failure decides. The caller uses a dot for a run
 * without the case.
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
