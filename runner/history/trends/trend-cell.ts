/**
 * The result of a case in a run as one letter, from the first letters of its attempts' statuses: P, F, E, T and S for
 * passed, failed, error, timeout and skipped. If only some attempts passed, a digit gives the tenths that passed; if
 * they failed in different ways, the first one decides. The caller uses a dot for a run without the case.
 */
export function toTrendCellLetter(statuses: string): string {
  const judged = statuses.length === 1 ? statuses : statuses.replaceAll('s', '');
  if (judged === '') return 'S';
  const first = judged[0] ?? '';
  let passed = 0;
  for (const status of judged) if (status === 'p') passed += 1;
  if (passed === 0 || passed === judged.length) return first.toUpperCase();
  return String(Math.min(9, Math.max(1, Math.round((passed / judged.length) * 10))));
}
