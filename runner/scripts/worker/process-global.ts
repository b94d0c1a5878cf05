import { readHandlers } from '../config-module.ts';
import { findHandler, handlerArguments } from '../processes/process-handlers.ts';
import type { ScriptQuestion } from './script-question.ts';

export type ProcessGlobal = (name: unknown, ...values: unknown[]) => unknown;

type ProcessOptions = {
  /** Asks the host and blocks; refusals are thrown where `caller` was called. */
  askSync(question: ScriptQuestion, caller: ProcessGlobal): unknown;
  /** The config module, when this is its worker and it has been loaded. */
  config(): Record<string, unknown> | undefined;
};

/** The global of user scripts: calls something by its name and has the result at once. */
export function createProcess({ askSync, config }: ProcessOptions): ProcessGlobal {
  return function Process(name, ...values) {
    const call = { name: String(name), values };
    const own = config();
    const handlers = own === undefined ? {} : readHandlers(own);
    const key = findHandler(call.name, Object.keys(handlers));
    if (key !== undefined) return atOnce(handlers[key]?.(...handlerArguments(key, call)), call.name);
    return askSync({ type: 'process', name: call.name, arguments: JSON.parse(JSON.stringify(values)) }, Process);
  };
}

/** Handlers share one thread: it cannot stand still for one of its own. */
function atOnce(result: unknown, name: string): unknown {
  if (!(result instanceof Promise)) return result;
  result.catch(() => undefined);
  throw new Error(`Process("${name}") from another handler: "${name}" is asynchronous; call its function with await`);
}
