import { getProcessHandlers } from '../config-module.ts';
import { buildHandlerArguments, findHandlerName } from '../processes/process-handlers.ts';
import type { ScriptHostRequest } from './script-question.ts';

export type ProcessGlobal = (name: unknown, ...values: unknown[]) => unknown;

type ProcessGlobalOptions = {
  /** Asks the host a question and blocks. If the host refuses, throws an error at the line that called `caller`. */
  askSync(question: ScriptHostRequest, caller: ProcessGlobal): unknown;
  /** The loaded config module; undefined in workers of other files, and until it is loaded. */
  config(): Record<string, unknown> | undefined;
};

/**
 * Creates the `Process` global of user scripts, which calls a function by name and returns its result synchronously.
 */
export function createProcessGlobal({ askSync, config }: ProcessGlobalOptions): ProcessGlobal {
  return function Process(name, ...values) {
    const call = { name: String(name), values };
    const own = config();
    const handlers = own === undefined ? {} : getProcessHandlers(own);
    const key = findHandlerName(call.name, Object.keys(handlers));
    if (key !== undefined)
      return requireSynchronousResult(handlers[key]?.(...buildHandlerArguments(key, call)), call.name);
    return askSync({ type: 'process', name: call.name, arguments: JSON.parse(JSON.stringify(values)) }, Process);
  };
}

/**
 * Throws if a handler is asynchronous. All handlers share one thread, which cannot block until an async handler
 * finishes, because that handler needs the same thread.
 */
function requireSynchronousResult(result: unknown, name: string): unknown {
  if (!(result instanceof Promise)) return result;
  result.catch(() => undefined);
  throw new Error(`Process("${name}") from another handler: "${name}" is asynchronous; call its function with await`);
}
