/** The maximum number of items per database statement. A larger statement would block all others for too long. */
const MAX_BATCH_SIZE = 500;

/**
 * Sends items in order, in groups. Items that are added at the same time, or while another group is being sent, form
 * one group. Each caller waits until the group of its item is sent, and gets the error of that group.
 */
export function createBatchSender<Item>(
  send: (items: readonly Item[]) => Promise<unknown>,
): (items: readonly Item[]) => Promise<void> {
  let nextBatch: { items: Item[]; sent: Promise<void> } | undefined;
  let lastBatch: Promise<void> = Promise.resolve();

  function beginBatch(): { items: Item[]; sent: Promise<void> } {
    const items: Item[] = [];
    const sent = lastBatch.then(async () => {
      if (nextBatch?.items === items) nextBatch = undefined;
      await send(items);
    });
    lastBatch = sent.catch(() => undefined);
    return { items, sent };
  }

  return (items) => {
    if (nextBatch === undefined || nextBatch.items.length >= MAX_BATCH_SIZE) nextBatch = beginBatch();
    nextBatch.items.push(...items);
    return nextBatch.sent;
  };
}
