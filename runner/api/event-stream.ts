/** Passes values from a producer to any number of iterators. Each gets those that come after its creation. */
export type EventStream<Value> = {
  push(value: Value): void;
  /** Ends all iterators; with an error, they throw it. */
  end(error?: unknown): void;
  openIterator(): AsyncIterableIterator<Value>;
};

type StreamReaderState<Value> = { waiting: Value[]; wake: () => void; isOver: boolean };
type StreamEnd = { error?: unknown };

export function createEventStream<Value>(): EventStream<Value> {
  const readers = new Set<StreamReaderState<Value>>();
  let ended: StreamEnd | undefined;

  async function* readFromQueue(reader: StreamReaderState<Value>): AsyncGenerator<Value, undefined> {
    try {
      while (!reader.isOver) {
        yield* reader.waiting.splice(0);
        if (reader.waiting.length > 0) continue;
        if (ended !== undefined) {
          if ('error' in ended) throw ended.error;
          return undefined;
        }
        await new Promise<void>((resolve) => {
          reader.wake = resolve;
        });
      }
      return undefined;
    } finally {
      readers.delete(reader);
    }
  }

  return {
    push(value) {
      for (const reader of readers) {
        reader.waiting.push(value);
        reader.wake();
      }
    },
    end(...error) {
      ended = error.length === 0 ? {} : { error: error[0] };
      for (const reader of readers) reader.wake();
    },
    openIterator() {
      const reader: StreamReaderState<Value> = { waiting: [], wake: () => undefined, isOver: false };
      readers.add(reader);
      const generator = readFromQueue(reader);
      return {
        next: () => generator.next(),
        return() {
          // `return()` of a generator waits for its pending `next()`, so the reader is woken first.
          reader.isOver = true;
          readers.delete(reader);
          reader.wake();
          return generator.return(undefined);
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
  };
}
