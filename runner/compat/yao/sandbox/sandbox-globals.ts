import { format } from 'node:util';
import type { Json } from '../../../values/index.ts';
import { goFormat } from './go-format.ts';
import type { SandboxQuestion } from './sandbox-question.ts';

export type GlobalsBridge = {
  ask(question: SandboxQuestion, caller: unknown): unknown;
  log(source: string, text: string): void;
  fail(message: string, caller: unknown): Error;
};

type Method = (...values: unknown[]) => unknown;

const consoleMethods = ['log', 'info', 'warn', 'error', 'debug', 'trace'];
const logMethods = ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal', 'Panic'];
const httpMethods = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Send'];
/** The names that scripts have in Yao and cannot have without it. */
const unavailable = [
  ...['FS', 'Job', 'Store', 'Plan', 'Query', 'WebSocket', 'Eval', 'Use', 'MCP', 'All', 'Any', 'Race'],
  ...['Trace', 'YaoJob', 'sandbox', 'workspace'],
];

/** The globals of a sandbox beside those of the language. Nothing of Node is among them, as nothing of it is in Yao. */
export function sandboxGlobals(bridge: GlobalsBridge): Record<string, unknown> {
  const Process: Method = (name, ...values) =>
    bridge.ask({ type: 'process', name: String(name), values: plain(values) }, Process);
  return {
    Process,
    console: methods(
      consoleMethods,
      (name) =>
        (...values) =>
          bridge.log(`console.${name}`, format(...values)),
    ),
    log: methods(
      logMethods,
      (name) =>
        (text, ...values) =>
          bridge.log(`log.${name}`, goFormat(text, values)),
    ),
    http: methods(httpMethods, (name) => {
      const method: Method = (...values) => bridge.ask({ type: 'http', method: name, values: plain(values) }, method);
      return method;
    }),
    time: { Sleep: sleep },
    atob: (text: unknown) => atob(String(text)),
    btoa: (text: unknown) => btoa(String(text)),
    $L: (text: unknown) => String(text).replace(/^::/, ''),
    ...methods(unavailable, (name) => refusal(name, bridge)),
  };
}

function refusal(name: string, bridge: GlobalsBridge): Method {
  function refuse(): never {
    throw bridge.fail(
      `${name} needs the Yao engine; here, call Process() with a handler of your own in runner.config.ts`,
      refuse,
    );
  }
  return new Proxy(refuse, { get: refuse, apply: refuse, construct: refuse });
}

function sleep(ms: unknown): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
}

/** Values without a form in JSON are dropped, as in Yao. */
export function plain(values: readonly unknown[]): Json[] {
  return JSON.parse(JSON.stringify(values));
}

function methods(names: readonly string[], method: (name: string) => Method): Record<string, Method> {
  return Object.fromEntries(names.map((name) => [name, method(name)]));
}
