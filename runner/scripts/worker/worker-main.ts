import { AsyncLocalStorage } from 'node:async_hooks';
import { unwrapFrameworkAnswer } from '../frameworks/frameworks.ts';
import type { AgentHostRequest, ModuleContext } from '../module-context.ts';
import { type AskMocks, createModuleTools } from '../module-tools.ts';
import { runTestFunction } from '../test-object/run-test-function.ts';
import type { TestListener } from '../test-object/test-recorder.ts';
import { createCallQueue, type QueuedCall } from './call-queue.ts';
import { findUserFunction, type LoadedUserModule, type UserFunction } from './find-function.ts';
import { restoreLongTexts } from './long-texts.ts';
import { routeFetchThroughRecording } from './model-fetch/intercept-fetch.ts';
import { loadUserModuleInstances } from './module-sources.ts';
import { createProcessGlobal } from './process-global.ts';
import { runMockFunction } from './run-mock.ts';
import type { ScriptHostRequest } from './script-question.ts';
import { type HostConnection, serveHost } from './serve-host.ts';
import { createSessionTextReceiver } from './session-texts.ts';
import { collectStreamedAnswer } from './streamed-answer.ts';
import { askHostAndWait } from './sync-questions.ts';
import { requireTextWithinLimit } from './text-limit.ts';
import { createSpanFlusher, runInTrace } from './trace-context.ts';
import { describeUnusableAnswer } from './unusable-answer.ts';
import { reportProcessEnd, toUserFailure } from './user-failure.ts';
import type { CallMode, HostMessage, WorkerMessage, WorkerStartMessage } from './worker-protocol.ts';

type RunningCall = {
  id: number;
  abort: AbortController | undefined;
  askMocks: AskMocks | undefined;
  /** The session of a call that was sent ahead. Such a session has only this call, so it ends with it. */
  queued: { session: string | undefined } | undefined;
};
type CallMessage = Extract<HostMessage, { type: 'call' }>;
/** A received call, together with all of its texts. */
type ReceivedCall = { message: CallMessage; texts: readonly string[] };
type Invocation = { name: string; manner: CallMode; payload: unknown };
type PendingQuestion = { resolve: (text: string) => void; reject: (error: Error) => void };

serveHost<WorkerStartMessage, HostMessage, WorkerMessage>(serveCalls);

/** Loads the user's module once and answers calls of its functions. */
function serveCalls(start: WorkerStartMessage, line: HostConnection<WorkerMessage>): (message: HostMessage) => void {
  const { postImmediately: post } = line;
  const current = new AsyncLocalStorage<RunningCall>();
  const calls = new Map<number, RunningCall>();
  const questions = createPendingQuestions(post);
  const host = {
    ask: questions.ask,
    post,
    isOver: ({ id }: RunningCall) => !calls.has(id),
    maxAnswer: start.maxAnswer,
  };
  const askSync = createAskSync(() => current.getStore()?.id, post);
  const receiveTexts = createSessionTextReceiver();
  const ended = createEndMessageBuilder(post);
  reportOutputOfCalls(() => current.getStore()?.id, post);
  let module: Record<string, unknown> | undefined;
  initializeProcess(start, { askSync, loaded: () => module });
  routeFetchThroughRecording({ asks: start.tape, callId: () => current.getStore()?.id, ask: questions.ask });
  // Starts loading before any call begins, because a call may block the thread.
  const sources = loadUserModuleInstances(start, post);
  const queue = createCallQueue<ReceivedCall & QueuedCall>((arrived) => {
    line.postBatched({ type: 'began', id: arrived.message.id });
    beginCall(arrived);
  });

  async function runCall(call: RunningCall, { message, texts }: ReceivedCall): Promise<void> {
    const { name, payload, manner } = message;
    try {
      line.flush();
      const value = await current.run(call, async () => {
        const source = await sources.instanceFor(message.session);
        module = source.module;
        const invocation = { name, manner, payload: restoreLongTexts({ payload, texts }) };
        return runInTrace(message.traceparent, () => invokeFunction(call, source, invocation));
      });
      settleCall(call, ended(message, { type: 'returned', id: call.id, value: serializeAnswer(start, value) }));
    } catch (error) {
      settleCall(call, ended(message, { type: 'threw', id: call.id, failure: toUserFailure(error) }));
    }
  }

  function invokeFunction(call: RunningCall, source: LoadedUserModule, { name, manner, payload }: Invocation): unknown {
    const callable = findUserFunction(source, name);
    line.flush();
    if (manner === 'plain' && start.role === 'agent') return invokeAgent(call, { ...host, source, callable, payload });
    if (manner === 'plain') return callable(...(Array.isArray(payload) ? payload : [payload]));
    if (manner === 'mock') return runMockFunction(callable, payload);
    return runTestFunction(callable, { name, context: payload, listener: createTestListener(call, { post, askSync }) });
  }

  function settleCall(call: RunningCall, message: WorkerMessage): void {
    if (!calls.delete(call.id)) return;
    line.postBatched(message);
    if (call.queued === undefined) return;
    if (call.queued.session !== undefined) sources.forget(call.queued.session);
    queue.ended(message.type === 'returned');
  }

  /**
   * Restores the texts of a call on arrival, because they are sent as a difference from the call that arrived before.
   * Calls may begin in another order.
   */
  function receiveCall(message: CallMessage): void {
    const arrived = { message, texts: receiveTexts(message.texts) };
    if (message.atOnce === undefined) beginCall(arrived);
    else queue.add({ ...arrived, atOnce: message.atOnce });
  }

  function beginCall(arrived: ReceivedCall): void {
    const { id, hasMocks, atOnce, session } = arrived.message;
    const askMocks: AskMocks | undefined = hasMocks ? (call) => questions.ask(id, { type: 'tool', call }) : undefined;
    const queued = atOnce === undefined ? undefined : { session };
    const call: RunningCall = { id, abort: undefined, askMocks, queued };
    calls.set(call.id, call);
    void runCall(call, arrived);
  }

  function abortCall(message: Extract<HostMessage, { type: 'abort' }>): void {
    const call = calls.get(message.id);
    if (call === undefined) return;
    settleCall(call, { type: 'aborted', id: call.id });
    call.abort ??= new AbortController();
    call.abort.abort(new Error(message.reason));
  }

  return dispatchByType({
    call: receiveCall,
    resume: queue.resume,
    revoke: queue.revoke,
    abort: abortCall,
    forget: ({ session }) => sources.forget(session),
    ping: () => post({ type: 'pong' }),
    answer: questions.settle,
    refusal: questions.settle,
  });
}

type AskSync = (question: ScriptHostRequest, caller: (...args: never[]) => unknown) => unknown;

/**
 * Asks the host on behalf of the running call and blocks until the host answers. If the host refuses, an error is thrown
 * at the line that called `caller`.
 */
function createAskSync(running: () => number | undefined, post: (message: WorkerMessage) => void): AskSync {
  return (question, caller) => {
    const id = running();
    if (id === undefined)
      throw new Error('Process() works inside a function of the script, not while the script is loaded');
    return askHostAndWait(() => post({ type: 'waits', id, question: JSON.stringify(question) }), caller);
  };
}

/**
 * Adds the environment variables that were not known when the process was started. Defines the global function
 * `Process` for scripts and for the config file; in the process of the config file, it calls the config's own functions
 * directly.
 */
function initializeProcess(
  { role, variables }: WorkerStartMessage,
  { askSync, loaded }: { askSync: AskSync; loaded: GetLoadedModule },
): void {
  Object.assign(process.env, variables);
  if (role !== 'script' && role !== 'config') return;
  const loadConfigExport = () => (role === 'config' ? loaded() : undefined);
  Reflect.set(globalThis, 'Process', createProcessGlobal({ askSync, config: loadConfigExport }));
}

type GetLoadedModule = () => Record<string, unknown> | undefined;
type HostMessageHandlers = { [Type in HostMessage['type']]: (message: Extract<HostMessage, { type: Type }>) => void };

function dispatchByType(handlers: HostMessageHandlers): (message: HostMessage) => void {
  return (message) => (handlers[message.type] as (message: HostMessage) => void)(message);
}

function createTestListener(
  { id }: RunningCall,
  { post, askSync }: Pick<HostConnectionPort, 'post'> & { askSync: AskSync },
): TestListener {
  const listener: TestListener = {
    logged: (text) => post({ type: 'logged', id, source: 'test', text }),
    asserted: (assertion, stack) => post({ type: 'asserted', id, assertion: JSON.stringify(assertion), stack }),
    judge: (assertion, output) => askSync({ type: 'judge', assertion, output }, listener.judge),
  };
  return listener;
}

type EndMessage = Extract<WorkerMessage, { isSending?: boolean }>;

/**
 * Creates a function that completes the message about the end of a call without waiting for its spans. `isSending`
 * announces that the spans are still being exported.
 */
function createEndMessageBuilder(post: (message: WorkerMessage) => void) {
  const sendSpans = createSpanFlusher();
  return ({ id, traceparent }: CallMessage, ending: EndMessage): EndMessage => {
    const sent = traceparent === undefined ? undefined : sendSpans();
    void sent?.then(() => post({ type: 'sent', id }));
    return sent === undefined ? ending : { ...ending, isSending: true };
  };
}

/** Reports the output of the running call, and the reason if the call ends the process. */
function reportOutputOfCalls(running: () => number | undefined, post: (message: WorkerMessage) => void): void {
  captureOutput((source, text) => post({ type: 'logged', id: running(), source, text }));
  reportProcessEnd((death) => post({ type: 'ending', id: running(), death }));
}

function serializeAnswer({ role, maxAnswer }: WorkerStartMessage, value: unknown): string {
  const unusable = role === 'agent' ? describeUnusableAnswer(value) : undefined;
  if (unusable !== undefined) throw new Error(`the agent ${unusable}`);
  const json = JSON.stringify(value);
  requireTextWithinLimit(json, { did: role === 'agent' ? 'the agent answered' : 'returned', maxAnswer });
  return json;
}

type HostConnectionPort = {
  ask<Answer>(id: number, question: AgentHostRequest): Promise<Answer>;
  post(message: WorkerMessage): void;
};
type AgentFunctionCall = HostConnectionPort & {
  source: LoadedUserModule;
  callable: UserFunction;
  payload: unknown;
  /** True if the call was abandoned. */
  isOver(call: RunningCall): boolean;
  maxAnswer: number;
};

/**
 * Calls the function of an agent. Each piece of a streamed answer is posted immediately, because the code that produces
 * the next piece may block this thread.
 */
async function invokeAgent(call: RunningCall, question: AgentFunctionCall): Promise<unknown> {
  const { ask, post, source, callable, payload, isOver, maxAnswer } = question;
  const postTextPiece = (text: string) => post({ type: 'said', id: call.id, text });
  const answer = await callable(payload, createModuleContext(call, { ask, post, said: postTextPiece }));
  return collectStreamedAnswer(unwrapFrameworkAnswer(answer, source), {
    said: postTextPiece,
    isOver: () => isOver(call),
    maxAnswer,
  });
}

/** Returns the `context` argument of a module agent. */
function createModuleContext(
  call: RunningCall,
  { ask, post, said }: HostConnectionPort & { said(text: string): void },
): ModuleContext {
  return {
    model: { generate: (question) => ask(call.id, { type: 'model', question }) },
    tools: createModuleTools(call.askMocks),
    write: (text) => said(String(text)),
    log: (text) => post({ type: 'logged', id: call.id, source: 'agent', text: String(text) }),
    get signal() {
      call.abort ??= new AbortController();
      return call.abort.signal;
    },
  };
}

/** Tracks the questions of the user's code that the host has not answered yet. */
function createPendingQuestions(post: (message: WorkerMessage) => void) {
  const open = new Map<number, PendingQuestion>();
  let questionCount = 0;
  return {
    /**
     * The type parameter is not checked at run time: the host's answer always has the type that the question expects.
     */
    ask<Answer>(id: number, question: AgentHostRequest): Promise<Answer> {
      questionCount += 1;
      post({ type: 'asked', id, ask: questionCount, question: JSON.stringify(question) });
      return new Promise((resolve, reject) =>
        open.set(questionCount, { resolve: (text) => resolve(JSON.parse(text)), reject }),
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

/** Sends output as messages, which arrive even if the thread is stopped right afterwards. */
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
