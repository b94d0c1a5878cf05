/** What one statement of a database takes at most: a large one would keep all others waiting. */
const LARGEST_GROUP = 500;

/**
 * Sends items in order, one group after the other: those that come at once, and those that come while a group is on its
 * way, go together. Whoever adds items waits for their group, and hears what went wrong with it.
 */
export function inGroups<Item>(
  send: (items: readonly Item[]) => Promise<unknown>,
): (items: readonly Item[]) => Promise<void> {
  let next: { items: Item[]; sent: Promise<void> } | undefined;
  let last: Promise<void> = Promise.resolve();

  function begin(): { items: Item[]; sent: Promise<void> } {
    const items: Item[] = [];
    const sent = last.then(async () => {
      if (next?.items === items) next = undefined;
      await send(items);
    });
    last = sent.catch(() => undefined);
    return { items, sent };
  }

  return (items) => {
    if (next === undefined || next.items.length >= LARGEST_GROUP) next = begin();
    next.items.push(...items);
    return next.sent;
  };
}
