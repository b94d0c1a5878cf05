import { inspect } from 'node:util';
import { serviceErrorIn } from '../../values/index.ts';
import type { UserFailure } from './worker-protocol.ts';

/** Returns a value thrown by user code, whatever it was, in the form sent to the host. */
export function failureOf(thrown: unknown): UserFailure {
  if (!(thrown instanceof Error))
    return { message: typeof thrown === 'string' ? thrown : `threw ${valueText(thrown)}` };
  const service = serviceErrorIn(thrown);
  const missing = 'missing' in thrown ? thrown.missing : undefined;
  return {
    message: thrown.message === '' ? thrown.name : thrown.message,
    stack: thrown.stack,
    ...(isMissing(missing) ? { missing } : {}),
    ...(service === undefined ? {} : { service }),
  };
}

/** `process.exit` would end the worker and every call in it; as an error it ends the one that made it, with its line. */
export function refuseExit(): void {
  const leave = process.exit.bind(process);
  const exit = (code?: number): never => {
    const error = new Error(`process.exit(${code === undefined ? '' : String(code)}) was called`);
    Error.captureStackTrace(error, exit);
    // Node itself ends a worker so after an error that nobody caught.
    if (error.stack?.split('\n')[1]?.includes('node:internal') === true) leave(code);
    throw error;
  };
  Reflect.set(process, 'exit', exit);
}

function valueText(value: unknown): string {
  return inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY }).slice(0, 500);
}

function isMissing(value: unknown): value is NonNullable<UserFailure['missing']> {
  return typeof value === 'object' && value !== null && 'name' in value && 'found' in value;
}
