import type { ConfigInput } from '../contract/index.ts';

/**
 * The contents of a `runner.config.ts`: everything that `runner.config.json` may contain, and functions that scripts
 * call by name.
 */
export type UserConfig = Omit<ConfigInput, 'processes'> & {
  /**
   * The functions that `Process(name, ...args)` calls in scripts. A name that ends in `.*` covers all names with this
   * beginning; its function receives the name before the arguments. The functions may be asynchronous; they run in one
   * worker for the whole run.
   */
  // biome-ignore lint/suspicious/noExplicitAny: scripts may pass any values, whose types only their authors know
  processes?: Record<string, (...values: any[]) => unknown>;
};

/** Returns its argument unchanged; provides completion and type checks in an editor. A plain object works as well. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
