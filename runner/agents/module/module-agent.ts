import * as z from 'zod';
import { jsonObjectSchema, jsonSchema, type ModelCost, type Usage } from '../../contract/index.ts';
import { addUsage } from '../../fold/index.ts';
import type { RecordReplayLayer } from '../../models/cassette/record-replay-layer.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import {
  type Agent,
  AgentError,
  type AgentRequest,
  type AgentResponse,
  type OrderedCallWindow,
  type ReportFact,
  type SentRequest,
} from '../../ports/index.ts';
import { findDefinitionLocation } from '../../scripts/definition-location.ts';
import type { IsolatedModule } from '../../scripts/isolated-module.ts';
import type { CallListener, CallMessage, CallOutcome } from '../../scripts/user-call.ts';
import { describeUserError, describeWorkerDeath, toRelativeLocation } from '../../scripts/user-error.ts';
import { extractLongTexts } from '../../scripts/worker/long-texts.ts';
import { formatSchemaProblems, type Json } from '../../values/index.ts';
import { parsePlainAnswer } from '../plain-answer.ts';
import { createPlainRequest } from '../plain-request.ts';
import type { ProcessTraces } from '../telemetry/trace-listener.ts';
import { createTraceparent } from '../telemetry/turn-traces.ts';
import { createFetchRecorder, type FetchRecorder, fetchRecorderMessageSchemas } from './fetch-recorder.ts';
import { createModelBridge, type ModelBridge } from './model-bridge.ts';

export type ModuleAgentOptions = {
  id: string;
  root: string;
  file: string;
  exportName: string;
  /** The price of the tokens that the agent reports. */
  cost?: ModelCost | undefined;
  module: TracedModule;
  /** True if a call may be repeated when another call has ended the process that they share. */
  repeatable: boolean;
  /** Returns the model of the agent's connector; throws if it has none. */
  model: () => LanguageModel;
  /** Records and replays the requests that the agent's code sends to models on its own. */
  tape?: RecordReplayLayer | undefined;
};

/** A module, and the receiver of the traces that its process sends. */
export type TracedModule = IsolatedModule & { traces?: ProcessTraces | undefined };

/** Creates an agent that is a function in a module of the user. The function runs in a worker. */
export function createModuleAgent(options: ModuleAgentOptions): Agent {
  const { id, module } = options;
  return {
    id,
    async invoke(request, signal) {
      const traced = module.traces?.beginTurn(request);
      const message = {
        ...createCallMessage(options, request, traced?.traceparent),
        hasMocks: request.mocks !== undefined,
      };
      const callModuleDirectly: ModuleCaller = (listener, stop) => module.call({ ...message, ...listener }, stop);
      return answerRequest(options, { request, expect: traced?.expect, call: callModuleDirectly }, signal);
    },
    openWindow: (atOnce) => createModuleCallWindow(options, atOnce),
  };
}

/**
 * Opens a queue for calls that are sent before their turn. Returns undefined if calls are recorded or replayed, because
 * recordings depend on the order of calls.
 */
function createModuleCallWindow(options: ModuleAgentOptions, atOnce: number): OrderedCallWindow | undefined {
  const { module, tape } = options;
  const queue = tape === undefined ? module.openQueue(atOnce) : undefined;
  return (
    queue && {
      ...queue,
      send(request, { onBegun: begun, onEnded }) {
        const isTraced = module.traces !== undefined && request.context.recordsCalls === true;
        const message = createCallMessage(options, request, isTraced ? createTraceparent() : undefined);
        const sentCall = queue.send(message, { begun, ended: (how) => onEnded(how === 'returned') });
        return {
          async invoke(begunRequest, signal) {
            const { expect } = module.traces?.beginTurn(begunRequest, message.traceparent) ?? {};
            const callModuleFromQueue: ModuleCaller = (listener, stop) => sentCall.outcome(listener, stop);
            return answerRequest(options, { request: begunRequest, expect, call: callModuleFromQueue }, signal);
          },
        };
      },
    }
  );
}

function createCallMessage(
  { exportName, repeatable }: ModuleAgentOptions,
  request: SentRequest,
  traceparent: string | undefined,
): CallMessage {
  const packedRequest = extractLongTexts(createPlainRequest(request));
  return { name: exportName, ...packedRequest, session: request.sessionId, traceparent, repeatable };
}

type ModuleCaller = (listener: CallListener, signal: AbortSignal) => Promise<CallOutcome>;
type StartedModuleCall = { request: AgentRequest; expect: CallListener['sending']; call: ModuleCaller };

async function answerRequest(
  options: ModuleAgentOptions,
  { request, expect, call }: StartedModuleCall,
  signal: AbortSignal,
): Promise<AgentResponse> {
  const { report } = request.context;
  const onText = createCumulativeTextReporter(report);
  const tape = createModuleFetchRecorder(options, request);
  const stopSignal = tape === undefined ? signal : AbortSignal.any([signal, tape.signal]);
  const bridge = createModelBridge({ model: options.model, context: request.context }, signal);
  const listener: CallListener = {
    sending: expect,
    repeated(death) {
      onText.restart();
      report?.({
        type: 'warning',
        text: `the agent was asked again: ${describeSharedProcessEnd(death, options.root)}`,
      });
    },
    said: onText.addPiece,
    log: (source, text) => report?.({ type: 'log', source, text }),
    ask: (question) => answerModuleRequest(question, { bridge, mocks: request.mocks, tape }, signal),
    hung: (line) =>
      report?.({ type: 'hang', location: line.then((location) => toRelativeLocation(location, options.root)) }),
  };
  const outcome = await call(listener, stopSignal);
  await tape?.settled();
  stopSignal.throwIfAborted();
  const response = toAgentResponseOrThrow(options, outcome, bridge);
  const ownUsage =
    tape === undefined ? response.usage : computeUsageAfterReplay(options, { usage: response.usage, tape, request });
  const usage = addUsage(ownUsage, bridge.usage());
  return usage === undefined ? response : { ...response, usage };
}

function createModuleFetchRecorder(
  { id, tape }: ModuleAgentOptions,
  { context }: AgentRequest,
): FetchRecorder | undefined {
  return tape === undefined ? undefined : createFetchRecorder({ id, tape, context });
}

type ModuleUsageSources = { usage: Usage | undefined; tape: FetchRecorder; request: AgentRequest };

/**
 * Removes the cost of replayed answers. Warns if the agent reports tokens although no request was observed, because its
 * model calls are then not recorded.
 */
function computeUsageAfterReplay(
  { id }: ModuleAgentOptions,
  { usage, tape, request }: ModuleUsageSources,
): Usage | undefined {
  if (usage === undefined) return undefined;
  const { requestCount, replayedCount } = tape.count();
  if (requestCount === 0 && usage.inputTokens + usage.outputTokens > 0) {
    const text =
      `agent "${id}" reports token usage, but called no model with fetch or context.model: other calls are not ` +
      'recorded or replayed; set "record": "answers" for the agent if it calls a model';
    request.context.report?.({ type: 'warning', text });
  }
  if (requestCount === 0 || replayedCount < requestCount) return usage;
  const { cost, ...free } = usage;
  return free;
}

/** Reports a streamed answer: with each piece, the whole text so far. */
function createCumulativeTextReporter(report: ReportFact | undefined): {
  addPiece(text: string): void;
  restart(): void;
} {
  let text = '';
  return {
    addPiece(piece) {
      text += piece;
      report?.({ type: 'text', text });
    },
    restart() {
      text = '';
    },
  };
}

const workerRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('model'), question: jsonSchema }),
  z.object({
    type: z.literal('tool'),
    call: z.object({ id: z.string().optional(), name: z.string(), arguments: jsonObjectSchema }),
  }),
  ...fetchRecorderMessageSchemas,
]);

type AnswerModuleRequestOptions = {
  bridge: ModelBridge;
  mocks: AgentRequest['mocks'];
  tape: FetchRecorder | undefined;
};

async function answerModuleRequest(
  question: Json,
  { bridge, mocks, tape }: AnswerModuleRequestOptions,
  signal: AbortSignal,
): Promise<Json> {
  const parsed = workerRequestSchema.safeParse(question);
  if (!parsed.success) {
    throw new AgentError(`context.tools takes an object of arguments: ${formatSchemaProblems(parsed.error)}`, 'agent');
  }
  const { data } = parsed;
  if (data.type === 'model') return bridge.ask(data.question);
  if (data.type !== 'tool') return tape === undefined ? { type: 'ask' } : tape.handleMessage(data);
  return mocks === undefined ? { type: 'pass' } : mocks.answer(data.call, signal);
}

function toAgentResponseOrThrow(options: ModuleAgentOptions, outcome: CallOutcome, bridge: ModelBridge): AgentResponse {
  switch (outcome.type) {
    case 'returned':
      return parsePlainAnswer(options, outcome.value);
    case 'lost':
      if (!outcome.guilty) throw createNotRepeatableError(options, outcome.death);
      throw new AgentError(
        `agent "${options.id}" (${formatExportLocation(options)}) ended during the call: ${describeWorkerDeath(outcome.death, options.root)}`,
        'agent',
      );
    case 'threw': {
      const { failure } = outcome;
      if (failure.missing !== undefined) throw createNotAFunctionError(options, failure.message, failure.missing.found);
      const cause = bridge.failure();
      if (cause !== undefined && cause.message === failure.message) throw cause;
      const target = { file: options.file, functionName: options.exportName };
      throw new AgentError(describeUserError(failure, options.root, target), 'agent', {
        cause: failure.stack,
        service: failure.service?.failure,
      });
    }
    default:
      return outcome satisfies never;
  }
}

function describeSharedProcessEnd(death: string, root: string): string {
  return `its process, which it shares with other calls, ended: ${describeWorkerDeath(death, root)}`;
}

function createNotRepeatableError({ id, root }: ModuleAgentOptions, death: string): AgentError {
  const text = `agent "${id}" is not "repeatable" and cannot be called again: ${describeSharedProcessEnd(death, root)}`;
  return new AgentError(text, 'agent', { service: 'server' });
}

function formatExportLocation({ file, exportName, root }: ModuleAgentOptions): string {
  return findDefinitionLocation({ file, functionName: exportName }, root);
}

function createNotAFunctionError(
  options: ModuleAgentOptions,
  message: string,
  functionNames: readonly string[],
): AgentError {
  const list = functionNames.length === 0 ? 'it exports no function' : `its functions: ${functionNames.join(', ')}`;
  const hint = message.includes('generate()')
    ? 'It is not an agent of a framework that is known here. Export a function that calls it: (request) => agent.generate(request.messages).then((result) => result.text)'
    : 'Export (request) => answer';
  return new AgentError(`agent "${options.id}": export ${message}; ${list}. ${hint}`, 'configuration');
}
