/** Returns the first result of `find` that is not undefined. */
export function findFirstDefinedResult<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const match = find(item);
    if (match !== undefined) return match;
  }
  return undefined;
}
