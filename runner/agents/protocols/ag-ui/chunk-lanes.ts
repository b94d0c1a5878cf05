/** Finds the text or call that a chunk belongs to: one without an id goes on with what its sender began last. */
export function createChunkLanes(kind: string) {
  const lanes = new Map<string, string>();
  const seen = new Set<string>();
  return {
    /** @throws an error for a first chunk without an id */
    next(written: string | null | undefined, sender: string | null | undefined): { id: string; begins: boolean } {
      const lane = sender ?? '';
      const id = written ?? lanes.get(lane) ?? onlyOne(lanes);
      if (id === undefined) throw new Error(`the first chunk of a ${kind} has its id`);
      const begins = !seen.has(id);
      seen.add(id);
      lanes.set(lane, id);
      return { id, begins };
    },
  };
}

function onlyOne(lanes: ReadonlyMap<string, string>): string | undefined {
  const [id, other] = lanes.values();
  return other === undefined ? id : undefined;
}
