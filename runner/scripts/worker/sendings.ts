/** Calls that are over, and whose spans are still being sent. */
export type Sendings = {
  /** Resolves when they have been sent, or when that is taking too long. */
  begin(id: number): Promise<void>;
  end(id: number): void;
  endAll(): void;
  size(): number;
};

/** Exporters give up after ten seconds, unless they are told otherwise. */
const PATIENCE_MS = 10_000;

/** `onEnd` is told of each that is over. */
export function createSendings(onEnd: () => void): Sendings {
  const open = new Map<number, () => void>();
  function end(id: number): void {
    open.get(id)?.();
    if (open.delete(id)) onEnd();
  }
  return {
    end,
    begin(id) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(end, PATIENCE_MS, id).unref();
      open.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      return promise;
    },
    endAll() {
      for (const id of [...open.keys()]) end(id);
    },
    size: () => open.size,
  };
}
