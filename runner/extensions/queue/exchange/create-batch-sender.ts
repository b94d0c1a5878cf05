/** Maximum items per database statement: a larger one would block all others. */
const LARGEST_GROUP = 500;

/**
 * Sends items in order, in groups: items added at once, or while a group is being sent, go together. Each caller waits
 * for its group, and gets the error of that group.
 */
export function createBatchSender<Item>(
  send: (items: readonly Item[]) => Promise<unknown>,
): (items: readonly Item[]) => Promise<void> {
  let next: { items: Item[]; sent: Promise<void> } | undefined;
  let last: Promise<void> = Promise.resolve();

  function beginBatch(): { items: Item[]; sent: Promise<void> } {
    const items: Item[] = [];
    const sent = last.then(async () => {
      if (next?.items === items) next = undefined;
      await send(items);
    });
    last = sent.catch(() => undefined);
    return { items, sent };
  }

  return (items) => {
    if (next === undefined || next.items.length >= LARGEST_GROUP) next = beginBatch();
    next.items.push(...items);
    return next.sent;
  };
}
