type HandlerOfYaoProcess = (...args: unknown[]) => unknown;

/**
 * The contents of a `runner.config.ts`: plain data, and the names of the functions that scripts can call through
 * `Process()`.
 */
export type ConfigContents = { data: unknown; processes: string[] };

/** The data of a config module. Throws with the key if a function is in a place where none is allowed. */
export function validateConfigModule(module: Record<string, unknown>): ConfigContents {
  const { processes: _handlers, ...data } = getConfigExport(module);
  requireNoFunctions(data, []);
  return { data, processes: Object.keys(getProcessHandlers(module)) };
}

/** Returns the functions under `processes`. Throws an error with the name of an entry that is not a function. */
export function getProcessHandlers(module: Record<string, unknown>): Record<string, HandlerOfYaoProcess> {
  const { processes = {} } = getConfigExport(module);
  if (!isRecord(processes)) throw new Error('processes must be an object: { "models.user.Create": (...args) => … }');
  const handlers: Record<string, HandlerOfYaoProcess> = {};
  for (const [name, handler] of Object.entries(processes)) {
    if (!isHandler(handler))
      throw new Error(`processes["${name}"] must be a function, not ${describeValueType(handler)}`);
    handlers[name] = handler;
  }
  return handlers;
}

function getConfigExport({ default: config }: Record<string, unknown>): Record<string, unknown> {
  if (isRecord(config)) return config;
  throw new Error(`a config must "export default" an object, not ${describeValueType(config)}`);
}

function requireNoFunctions(value: unknown, path: readonly string[]): void {
  if (typeof value === 'function')
    throw new Error(`${path.join('.')} is a function; in a config, functions are allowed only in processes`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) requireNoFunctions(member, [...path, key]);
}

function describeValueType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isHandler(value: unknown): value is HandlerOfYaoProcess {
  return typeof value === 'function';
}
