import { inspect } from 'node:util';
import { findServiceError } from '../../values/index.ts';
import type { UserFailure } from './worker-protocol.ts';

const MAX_FAILURE_LENGTH = 100_000;

/** Returns a value thrown by user code, whatever it was, in the form sent to the host. */
export function toUserFailure(thrown: unknown): UserFailure {
  if (!(thrown instanceof Error))
    return { message: typeof thrown === 'string' ? shortenMessage(thrown) : `threw ${inspectThrownValue(thrown)}` };
  const service = findServiceError(thrown);
  const missing = 'missing' in thrown ? thrown.missing : undefined;
  return {
    message: shortenMessage(thrown.message === '' ? thrown.name : thrown.message),
    stack: thrown.stack === undefined ? undefined : shortenMessage(thrown.stack),
    ...(isMissingFunctionDetails(missing) ? { missing } : {}),
    ...(service === undefined ? {} : { service }),
  };
}

/**
 * Replaces `process.exit`, which would end the process and every call in it, by a function that throws. Only the
 * calling code ends, and its line is reported.
 */
export function throwOnProcessExit(): void {
  const throwExitError = (code?: number): never => {
    const error = new Error(`process.exit(${code === undefined ? '' : String(code)}) was called`);
    Error.captureStackTrace(error, throwExitError);
    throw error;
  };
  Reflect.set(process, 'exit', throwExitError);
}

/** Before the process ends because of user code, by intention or by mistake, reports the reason to the host. */
export function reportProcessEnd(tell: (death: string) => void): void {
  const { abort, kill } = process;
  Reflect.set(process, 'abort', () => {
    tell(captureCurrentStack('process.abort() was called'));
    abort();
  });
  Reflect.set(process, 'kill', (pid: number, signal?: string | number) => {
    if (Math.abs(pid) === process.pid && signal !== 0) tell(captureCurrentStack(`process.kill(${pid}, …) was called`));
    return kill.call(process, pid, signal);
  });
  process.on('uncaughtExceptionMonitor', (error) => {
    // If user code handles exceptions itself, the process stays alive, so there is no crash to report.
    if (process.listenerCount('uncaughtException') > 0) return;
    tell(`its process crashed: ${getStackText(error)}`);
  });
}

/** Returns the stack of an error. An error from another realm is not an instance of this realm's `Error` class. */
function getStackText(error: unknown): string {
  const stack = typeof error === 'object' && error !== null ? Reflect.get(error, 'stack') : undefined;
  return shortenMessage(typeof stack === 'string' ? stack : String(error));
}

function captureCurrentStack(message: string): string {
  return (new Error(message).stack ?? message).replace(/^Error: /, '');
}

function shortenMessage(text: string): string {
  return text.length <= MAX_FAILURE_LENGTH ? text : `${text.slice(0, MAX_FAILURE_LENGTH)}…`;
}

function inspectThrownValue(value: unknown): string {
  return inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY }).slice(0, 500);
}

function isMissingFunctionDetails(value: unknown): value is NonNullable<UserFailure['missing']> {
  return typeof value === 'object' && value !== null && 'name' in value && 'found' in value;
}
