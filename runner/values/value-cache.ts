/** A cache limited by total size: the oldest entries are dropped when the sizes add up to more than `maxSize`. */
export type ValueCache<Value> = {
  get(key: string): Value | undefined;
  keep(key: string, value: Value): void;
  forget(key: string): void;
};

export function createValueCache<Value>(maxSize: number, sizeOf: (value: Value) => number): ValueCache<Value> {
  const entries = new Map<string, Value>();
  let total = 0;

  function forgetValue(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    total -= sizeOf(value);
    entries.delete(key);
  }

  return {
    get: (key) => entries.get(key),
    keep(key, value) {
      forgetValue(key);
      entries.set(key, value);
      total += sizeOf(value);
      for (const oldestKey of entries.keys()) {
        if (total <= maxSize) return;
        forgetValue(oldestKey);
      }
    },
    forget: forgetValue,
  };
}
