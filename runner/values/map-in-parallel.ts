type ParallelWork<Item, Result> = {
  items: readonly Item[];
  /** The number of parallel items. */
  width: number;
  work: (item: Item, position: number, signal: AbortSignal) => Promise<Result>;
};

/**
 * Processes items in parallel and returns the results in input order. The first failure aborts the items in progress.
 */
export async function mapInParallel<Item, Result>(
  { items, width, work }: ParallelWork<Item, Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const controller = new AbortController();
  const stopped = AbortSignal.any([signal, controller.signal]);
  const results: Result[] = [];
  const remaining = items.entries();
  const processRemainingItems = async (): Promise<void> => {
    for (const [position, item] of remaining) {
      if (stopped.aborted) return;
      results[position] = await work(item, position, stopped);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(width, items.length) }, processRemainingItems));
  } catch (error) {
    controller.abort(error);
    throw error;
  }
  signal.throwIfAborted();
  return results;
}
