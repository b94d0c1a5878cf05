/**
 * Returns ids that no case of a file has: `T001` becomes `T002`, `refund` becomes `refund-2`. Never returns one twice.
 */
export function createUnusedIdGenerator(used: Iterable<string>): (id: string) => string {
  const takenIds = new Set(used);
  const lastOf = new Map<string, number>();
  return (id) => {
    const [, stem = '', digits = ''] = /^(.*?)(\d{0,9})$/s.exec(id) ?? [];
    const prefix = digits === '' ? `${id}-` : stem;
    let number = lastOf.get(prefix) ?? (digits === '' ? 1 : Number(digits));
    let free: string;
    do {
      number += 1;
      free = `${prefix}${String(number).padStart(digits.length, '0')}`;
    } while (takenIds.has(free));
    takenIds.add(free);
    lastOf.set(prefix, number);
    return free;
  };
}
