/** Finds the text or call that a chunk belongs to: a chunk without an id continues what its sender began last. */
export function createChunkLanes(kind: string) {
  const lanes = new Map<string, string>();
  const seenIds = new Set<string>();
  return {
    /** @throws an error for a first chunk without an id */
    next(chunkId: string | null | undefined, sender: string | null | undefined): { id: string; begins: boolean } {
      const senderKey = sender ?? '';
      const id = chunkId ?? lanes.get(senderKey) ?? onlyOne(lanes);
      if (id === undefined) throw new Error(`the first chunk of a ${kind} must have an id`);
      const begins = !seenIds.has(id);
      seenIds.add(id);
      lanes.set(senderKey, id);
      return { id, begins };
    },
  };
}

function onlyOne(lanes: ReadonlyMap<string, string>): string | undefined {
  const [id, other] = lanes.values();
  return other === undefined ? id : undefined;
}
