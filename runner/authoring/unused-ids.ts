/**
 * Returns ids that no case of a file has: `T001` becomes `T002`, `refund` becomes `refund-2`. Never returns one twice.
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
