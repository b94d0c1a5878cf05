/** What `find` has for the first of the items that it has anything for. */
export function firstFound<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const match = find(item);
    if (match !== undefined) return match;
  }
  return undefined;
}
