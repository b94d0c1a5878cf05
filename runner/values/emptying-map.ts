/**
 * A map for many objects that are added and removed again soon. When V8 resizes a `Map`, the old table keeps its
 * removed entries in memory until a full garbage collection. This map stores each object in a small box and empties the
 * box on removal, so that the object itself can be freed at once.
 */
export class EmptyingMap<Key extends string | number, Value> {
  readonly #boxes = new Map<Key, { value: Value | undefined }>();

  get size(): number {
    return this.#boxes.size;
  }

  get(key: Key): Value | undefined {
    return this.#boxes.get(key)?.value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#boxes.set(key, { value });
  }

  delete(key: Key): boolean {
    const box = this.#boxes.get(key);
    if (box === undefined) return false;
    box.value = undefined;
    return this.#boxes.delete(key);
  }

  clear(): void {
    for (const key of this.#boxes.keys()) this.delete(key);
  }

  /** Keys, entries and values are returned in the order in which they were set. */
  keys(): MapIterator<Key> {
    return this.#boxes.keys();
  }

  *entries(): Generator<[Key, Value]> {
    for (const [key, { value }] of this.#boxes) if (value !== undefined) yield [key, value];
  }

  *values(): Generator<Value> {
    for (const [, value] of this.entries()) yield value;
  }
}
