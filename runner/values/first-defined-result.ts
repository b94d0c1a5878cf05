/** Returns the first result of `findIn` that is not undefined. */
export function findFirstDefinedResult<Item, Found>(
  items: Iterable<Item>,
  findIn: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const match = findIn(item);
    if (match !== undefined) return match;
  }
  return undefined;
}
