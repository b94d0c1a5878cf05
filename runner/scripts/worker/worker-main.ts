import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { handlersOf, readConfigModule } from '../config-module.ts';
import { functionOfFrameworkAgent } from '../frameworks/framework-agent.ts';
import type { AgentQuestion, ModuleContext } from '../module-context.ts';
import { moduleTools, type ToolDesk } from '../module-tools.ts';
import { runTestFunction, type TestListener } from '../test-object/testing-object.ts';
import type { ObjectShapes } from '../user-objects.ts';
import { scorerFunctions } from '../user-scorers/scorer-functions.ts';
import { unpackTexts } from './long-texts.ts';
import { createProcess } from './process-global.ts';
import { runMockFunction } from './run-mock.ts';
import type { ScriptQuestion } from './script-question.ts';
import { createTextReceiver } from './session-texts.ts';
import { askAndWait } from './sync-questions.ts';
import { unusableAnswer } from './unusable-answer.ts';
import { failureOf, refuseExit } from './user-failure.ts';
import {
  type CallManner,
  FUNCTIONS_EXPORT,
  type HostMessage,
  READ_CONFIG,
  type WorkerMessage,
  type WorkerStart,
} from './worker-protocol.ts';

type Call = { id: number; abort: AbortController | undefined; desk: ToolDesk | undefined };
type Beginning = Extract<HostMessage, { type: 'call' }>;
type Invocation = { name: string; manner: CallManner; payload: unknown };
type UserFunction = (...args: unknown[]) => unknown;
type Pending = { resolve: (text: string) => void; reject: (error: Error) => void };

if (parentPort !== null) serve(parentPort, workerData);

/** Runs in a worker thread: loads the user's module once and answers calls of its functions. */
function serve(port: NonNullable<typeof parentPort>, start: WorkerStart): void {
  const post = (message: WorkerMessage) => port.postMessage(message);
  const current = new AsyncLocalStorage<Call>();
  const calls = new Map<number, Call>();
  const questions = createQuestions(post);
  const receiveTexts = createTextReceiver();
  captureOutput((source, text) => post({ type: 'logged', id: current.getStore()?.id, source, text }));
  let module: Record<string, unknown> | undefined;
  if (start.role === 'script' || start.role === 'config') {
    const config = () => (start.role === 'config' ? module : undefined);
    Reflect.set(globalThis, 'Process', createProcess({ askSync, config }));
  }
  const loaded = Promise.all([loadModule(start), loadShapes(start)]).then(([found, shapes]): Source => {
    module = found;
    return { role: start.role, module: found, shapes };
  });
  void loaded.catch(() => undefined).then(() => post({ type: 'ready' }));

  /** Asks the host on behalf of the running call and blocks until it answers; refusals are thrown at `caller`'s caller. */
  function askSync(question: ScriptQuestion, caller: (...args: never[]) => unknown): unknown {
    const id = current.getStore()?.id;
    if (id === undefined) throw new Error('Process() works inside a function of the script, not while it is loaded');
    return askAndWait(start.bridge, () => post({ type: 'waits', id, question: JSON.stringify(question) }), caller);
  }

  async function run(call: Call, message: Beginning): Promise<void> {
    const { name, payload, manner } = message;
    // Now: by the time the module is loaded, later calls may have come.
    const texts = receiveTexts(message.texts);
    try {
      const callable = functionOf(await loaded, name);
      const value = await current.run(call, () =>
        invoke(call, callable, { name, manner, payload: unpackTexts({ payload, texts }) }),
      );
      settle(call, { type: 'returned', id: call.id, value: writtenAnswer(start.role, value) });
    } catch (error) {
      settle(call, { type: 'threw', id: call.id, failure: failureOf(error) });
    }
  }

  function invoke(call: Call, callable: UserFunction, { name, manner, payload }: Invocation): unknown {
    if (manner === 'plain') return callable(...argumentsOf(call, payload));
    if (manner === 'mock') return runMockFunction(callable, payload);
    const listener: TestListener = {
      logged: (text) => post({ type: 'logged', id: call.id, source: 'test', text }),
      asserted: (assertion, stack) =>
        post({ type: 'asserted', id: call.id, assertion: JSON.stringify(assertion), stack }),
      judge: (assertion, output) => askSync({ type: 'judge', assertion, output }, listener.judge),
    };
    return runTestFunction(callable, { name, context: payload, listener });
  }

  function settle(call: Call, message: WorkerMessage): void {
    if (calls.delete(call.id)) post(message);
  }

  function argumentsOf(call: Call, payload: unknown): unknown[] {
    if (start.role !== 'agent') return Array.isArray(payload) ? payload : [payload];
    return [payload, contextOf(call, { ask: questions.ask, post })];
  }

  function begin(message: Beginning): void {
    const { id, hasMocks } = message;
    const desk: ToolDesk | undefined = hasMocks ? (call) => questions.ask(id, { type: 'tool', call }) : undefined;
    const call: Call = { id, abort: undefined, desk };
    calls.set(call.id, call);
    void run(call, message);
  }

  function abort(message: Extract<HostMessage, { type: 'abort' }>): void {
    const call = calls.get(message.id);
    if (call === undefined) return;
    settle(call, { type: 'aborted', id: call.id });
    call.abort ??= new AbortController();
    call.abort.abort(new Error(message.reason));
  }

  port.on('message', (message: HostMessage) => {
    if (message.type === 'call') begin(message);
    else if (message.type === 'abort') abort(message);
    else if (message.type === 'ping') post({ type: 'pong' });
    else questions.settle(message);
  });
}

function writtenAnswer(role: WorkerStart['role'], value: unknown): string {
  const unusable = role === 'agent' ? unusableAnswer(value) : undefined;
  if (unusable !== undefined) throw new Error(`the agent ${unusable}`);
  return JSON.stringify(value);
}

type Host = {
  ask<Answer>(id: number, question: AgentQuestion): Promise<Answer>;
  post(message: WorkerMessage): void;
};

/** Returns the agent's context beside the request. */
function contextOf(call: Call, { ask, post }: Host): ModuleContext {
  return {
    model: { generate: (question) => ask(call.id, { type: 'model', question }) },
    tools: moduleTools(call.desk),
    log: (text) => post({ type: 'logged', id: call.id, source: 'agent', text: String(text) }),
    get signal() {
      call.abort ??= new AbortController();
      return call.abort.signal;
    },
  };
}

/** Keeps the unanswered questions of the user's code to the host. */
function createQuestions(post: (message: WorkerMessage) => void) {
  const open = new Map<number, Pending>();
  let asked = 0;
  return {
    /** The host answers what belongs to the question. */
    ask<Answer>(id: number, question: AgentQuestion): Promise<Answer> {
      asked += 1;
      post({ type: 'asked', id, ask: asked, question: JSON.stringify(question) });
      return new Promise((resolve, reject) =>
        open.set(asked, { resolve: (text) => resolve(JSON.parse(text)), reject }),
      );
    },
    settle(message: Extract<HostMessage, { type: 'answer' | 'refusal' }>): void {
      const question = open.get(message.ask);
      open.delete(message.ask);
      if (message.type === 'answer') question?.resolve(message.value);
      else question?.reject(new Error(message.message));
    },
  };
}

/** Imports the bundle under the URL of the user's file: packages, `import.meta` and stack traces are those of the file. */
async function loadModule(start: WorkerStart): Promise<Record<string, unknown>> {
  process.setSourceMapsEnabled(true);
  refuseExit();
  Reflect.set(globalThis, 'require', createRequire(fileURLToPath(start.url)));
  const url = `${start.url}?bundle`;
  registerHooks({
    load: (requested, context, nextLoad) =>
      requested === url ? { format: 'module', source: start.code, shortCircuit: true } : nextLoad(requested, context),
  });
  return import(url);
}

async function loadShapes({ shapes }: WorkerStart): Promise<ObjectShapes[]> {
  const modules: { shapes: ObjectShapes }[] = await Promise.all(shapes.map((url) => import(url)));
  return modules.map((each) => each.shapes);
}

type Source = { role: WorkerStart['role']; module: Record<string, unknown>; shapes: readonly ObjectShapes[] };

function offeredBy({ role, module, shapes }: Source): Record<string, unknown> {
  switch (role) {
    case 'agent':
    case 'script':
      return { ...module, ...functionsOf(module) };
    case 'config':
      return { [READ_CONFIG]: () => readConfigModule(module), ...handlersOf(module) };
    case 'scorer':
      return scorerFunctions(module, shapes);
    default:
      return role satisfies never;
  }
}

function functionOf(from: Source, name: string): UserFunction {
  const candidate = moduleMember(from, name);
  if (isFunction(candidate)) return candidate;
  const generate = functionOfFrameworkAgent(candidate, from.shapes);
  if (generate !== undefined) return generate;
  const offered = offeredBy(from);
  const isCallable = (value: unknown) =>
    isFunction(value) || functionOfFrameworkAgent(value, from.shapes) !== undefined;
  const found = Object.keys(offered).filter((key) => isCallable(offered[key]));
  throw Object.assign(new Error(`"${name}" is ${kindOf(candidate)}, not a function`), { missing: { name, found } });
}

/** The same as a member of all that is offered, which is too much to gather for every call of an agent. */
function moduleMember(from: Source, name: string): unknown {
  const { role, module } = from;
  const places = role === 'agent' || role === 'script' ? [functionsOf(module), module] : [offeredBy(from)];
  const place = places.find((candidate) => Object.hasOwn(candidate, name));
  return place === undefined ? undefined : Reflect.get(place, name);
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  return 'generate' in value ? 'an object with generate()' : 'an object';
}

function functionsOf(module: Record<string, unknown>): object {
  const functions = module[FUNCTIONS_EXPORT];
  return typeof functions === 'object' && functions !== null ? functions : {};
}

function isFunction(value: unknown): value is UserFunction {
  return typeof value === 'function';
}

/** Output is sent as messages: they arrive even when the thread is stopped right afterwards. */
function captureOutput(log: (source: string, text: string) => void): void {
  for (const name of ['stdout', 'stderr'] as const) {
    Reflect.set(process[name], 'write', (chunk: unknown, encoding: unknown, done: unknown) => {
      const text = chunk instanceof Uint8Array ? Buffer.from(chunk).toString('utf8') : String(chunk);
      log(name, text.replace(/\n$/, ''));
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') callback();
      return true;
    });
  }
}
