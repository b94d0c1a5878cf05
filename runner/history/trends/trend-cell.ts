/**
 * What became of a case in a run, as one letter, from the first letters of the statuses of its attempts: P, F, E, T and S for
 * passed, failed, error, timeout and skipped; a digit for the tenths of its attempts that passed, where some did and
 * some did not. Where several things went wrong, the first says which. A run that does not have the case has a dot.
 */
export function cellOf(statuses: string): string {
  const judged = statuses.length === 1 ? statuses : statuses.replaceAll('s', '');
  if (judged === '') return 'S';
  const first = judged[0] ?? '';
  let passed = 0;
  for (const status of judged) if (status === 'p') passed += 1;
  if (passed === 0 || passed === judged.length) return first.toUpperCase();
  return String(Math.min(9, Math.max(1, Math.round((passed / judged.length) * 10))));
}
