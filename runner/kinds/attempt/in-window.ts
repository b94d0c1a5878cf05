type Window<Item, Result> = {
  items: readonly Item[];
  /** The number of parallel items. */
  width: number;
  work: (item: Item, position: number) => Promise<Result>;
};

/** Works on items, the next as soon as one is done, and answers the results in order. Starts nothing after `signal`. */
export async function inWindow<Item, Result>(
  { items, width, work }: Window<Item, Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const lane = async (): Promise<void> => {
    for (const [position, item] of left) {
      signal.throwIfAborted();
      results[position] = await work(item, position);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(width, items.length)) }, lane));
  return results;
}
