import type { ConfigInput } from '../contract/index.ts';

/** A `runner.config.ts`: everything that `runner.config.json` may hold, and functions that scripts call by name. */
export type UserConfig = Omit<ConfigInput, 'processes'> & {
  /**
   * What `Process(name, ...args)` calls in scripts. A name that ends in `.*` covers all names that begin so; its
   * function gets the name before the arguments. Handlers may be asynchronous; they run in one worker for the whole run.
   */
  // biome-ignore lint/suspicious/noExplicitAny: scripts hand over whatever they like, and authors know what that is
  processes?: Record<string, (...values: any[]) => unknown>;
};

/** Returns its argument unchanged; provides completion and type checks in an editor. A plain object works as well. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
