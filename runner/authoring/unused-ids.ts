/**
 * Creates a generator of ids that no case of a file has: from `T001`, it makes `T002`, and from `refund`, `refund-2`.
 * It never returns the same id twice.
 */
export function createUnusedIdGenerator(existingIds: Iterable<string>): (id: string) => string {
  const takenIds = new Set(existingIds);
  const lastNumberByPrefix = new Map<string, number>();
  return (id) => {
    const [, stem = '', digits = ''] = /^(.*?)(\d{0,9})$/s.exec(id) ?? [];
    const prefix = digits === '' ? `${id}-` : stem;
    let number = lastNumberByPrefix.get(prefix) ?? (digits === '' ? 1 : Number(digits));
    let unusedId: string;
    do {
      number += 1;
      unusedId = `${prefix}${String(number).padStart(digits.length, '0')}`;
    } while (takenIds.has(unusedId));
    takenIds.add(unusedId);
    lastNumberByPrefix.set(prefix, number);
    return unusedId;
  };
}
