/**
 * The locks of a browser, as far as pages use them: a name is held by one at a time, `ifAvailable` does not wait, and
 * what is held can be asked for. The test environment has none.
 */
export class PageLocks {
  readonly #held = new Set<string>();

  async request<Result>(
    name: string,
    _options: { ifAvailable: true },
    use: (lock: { name: string } | null) => Result | Promise<Result>,
  ): Promise<Result> {
    if (this.#held.has(name)) return use(null);
    this.#held.add(name);
    try {
      return await use({ name });
    } finally {
      this.#held.delete(name);
    }
  }

  async query(): Promise<{ held: { name: string }[] }> {
    return { held: [...this.#held].map((name) => ({ name })) };
  }
}
