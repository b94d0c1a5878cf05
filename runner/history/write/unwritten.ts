/** The batches that the writer thread has received but not written yet. */
export type UnwrittenBatches = {
  addBatch(batch: { upTo: number; size: number }): void;
  /** Records that the thread has written all events up to this one, and drops their batches. */
  markWritten(writtenSeq: number): void;
  /** The size of the unwritten batches in characters. */
  size(): number;
};

export function createUnwrittenBatches(): UnwrittenBatches {
  const pending: { upTo: number; size: number }[] = [];
  let total = 0;
  return {
    addBatch(batch) {
      pending.push(batch);
      total += batch.size;
    },
    markWritten(writtenSeq) {
      while (pending[0] !== undefined && pending[0].upTo <= writtenSeq) total -= pending.shift()?.size ?? 0;
    },
    size: () => total,
  };
}
