import { getProcessHandlers, validateConfigModule } from '../config-module.ts';
import { toAgentFunction } from '../frameworks/frameworks.ts';
import type { ObjectReader } from '../user-objects.ts';
import { createScorerFunctions } from '../user-scorers/scorer-functions.ts';
import { CONFIG_FUNCTION_NAME, FUNCTIONS_EXPORT, type WorkerStartMessage } from './worker-protocol.ts';

export type UserFunction = (...args: unknown[]) => unknown;

/** The user's module after it has been loaded. */
export type LoadedUserModule = ObjectReader & { role: WorkerStartMessage['role']; module: Record<string, unknown> };

/** Returns the function with this name. If there is none, throws an error that lists the functions that exist. */
export function findUserFunction(from: LoadedUserModule, name: string): UserFunction {
  const candidate = findModuleExport(from, name);
  if (isFunction(candidate)) return candidate;
  const generate = toAgentFunction(candidate, from);
  if (generate !== undefined) return generate;
  const offered = listFunctionsForRole(from);
  const isCallable = (value: unknown) => isFunction(value) || toAgentFunction(value, from) !== undefined;
  const callableNames = Object.keys(offered).filter((key) => isCallable(offered[key]));
  throw Object.assign(new Error(`"${name}" is ${describeExportKind(candidate)}, not a function`), {
    missing: { name, found: callableNames },
  });
}

function listFunctionsForRole({ role, module, shapes }: LoadedUserModule): Record<string, unknown> {
  switch (role) {
    case 'agent':
    case 'script':
      return { ...module, ...getExportedFunctions(module) };
    case 'config':
      return { [CONFIG_FUNCTION_NAME]: () => validateConfigModule(module), ...getProcessHandlers(module) };
    case 'scorer':
      return createScorerFunctions(module, shapes);
    default:
      return role satisfies never;
  }
}

/**
 * Looks up one member directly, because collecting all functions of the module for every call of an agent would be too
 * slow.
 */
function findModuleExport(from: LoadedUserModule, name: string): unknown {
  const { role, module } = from;
  const places =
    role === 'agent' || role === 'script' ? [getExportedFunctions(module), module] : [listFunctionsForRole(from)];
  const place = places.find((candidate) => Object.hasOwn(candidate, name));
  return place === undefined ? undefined : Reflect.get(place, name);
}

function describeExportKind(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  return 'generate' in value ? 'an object with generate()' : 'an object';
}

function getExportedFunctions(module: Record<string, unknown>): object {
  const functions = module[FUNCTIONS_EXPORT];
  return typeof functions === 'object' && functions !== null ? functions : {};
}

function isFunction(value: unknown): value is UserFunction {
  return typeof value === 'function';
}
