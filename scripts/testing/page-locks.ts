/**
 * A minimal Web Locks API for tests: exclusive locks, `ifAvailable`, and a query of the locks that are held. The test
 * environment has no such API.
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
