import { AgentError } from '../../ports/index.ts';
import { castToJson, type Json } from '../../values/index.ts';
import { callInParallel } from './call-in-parallel.ts';
import { callProcess } from './call-process.ts';
import { createContextFields } from './context-fields.ts';
import { callAgent, callModel } from './conversation-calls.ts';
import { callDataFolderMethod } from './data/data-folder.ts';
import { callHttp } from './http-call.ts';
import { callMcp } from './mcp-calls.ts';
import { callMemoryMethod } from './memory-call.ts';
import { callPage } from './page-script.ts';
import type { SandboxQuestion } from './sandbox/sandbox-question.ts';
import { findOrCreateStore } from './sessions.ts';
import type { ScriptCaller, YaoTurn } from './yao-turn.ts';

/** Answers a question (a call of a host function) from a script. The script is blocked until it gets the answer. */
export function answerScriptQuestion(
  question: SandboxQuestion,
  caller: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  switch (question.type) {
    case 'process':
      return callProcess(question, caller, signal);
    case 'http':
      return callHttp(question, caller.turn.warn, signal);
    case 'context':
      return callContextMethod(question, caller, signal);
    case 'judge':
      return askTestToJudge(question, caller);
    default:
      return question satisfies never;
  }
}

async function askTestToJudge(
  { assertion, output }: Extract<SandboxQuestion, { type: 'judge' }>,
  { test }: ScriptCaller,
): Promise<Json> {
  if (test === undefined) throw new AgentError('only a test function can ask a judge (t.assert)', 'agent');
  return castToJson(await test.judge(assertion, output));
}

async function callContextMethod(
  { method, values }: Extract<SandboxQuestion, { type: 'context' }>,
  caller: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  const { turn } = caller;
  const [area = '', name = '', operation = ''] = method.split('.');
  switch (area) {
    case 'memory':
      return callMemoryMethod(findMemorySpace(turn, name), operation, values);
    case 'agent':
      return callOneOrInParallel({ name, values, targetKey: 'agent' }, (each) => callAgent(each, turn, signal));
    case 'llm':
      return callOneOrInParallel({ name, values, targetKey: 'connector' }, (each) => callModel(each, turn, signal));
    case 'store':
      return callMemoryMethod(findOrCreateStore(turn.session, String(values[0])), name, values.slice(1));
    case 'query':
      return turn.runtime.models.query(name, values[1] ?? null);
    case 'fs':
      return callDataFolderMethod({ system: String(values[0]), method: name, values: values.slice(1) }, turn.runtime);
    case 'page':
      return callPage({ method: name, values }, caller, signal);
    case 'authorized':
      return createContextFields(turn).authorized ?? {};
    case 'words':
      return turn.runtime.words(String(values[0]), String(createContextFields(turn).locale));
    case 'mcp':
      return callMcp({ method: name, values }, caller, signal);
    default:
      return turn.sent.call(method, values);
  }
}

function findMemorySpace(turn: YaoTurn, name: string): YaoTurn['memory'] {
  if (name === 'user' || name === 'team' || name === 'chat') return turn.session[name];
  return turn.memory;
}

type ConversationCall = { name: string; values: readonly Json[]; targetKey: 'agent' | 'connector' };

/**
 * Makes one call, or several for `All`, `Any` and `Race`. `targetKey` is the key that contains the agent or connector
 * in each request.
 */
function callOneOrInParallel(
  { name, values, targetKey }: ConversationCall,
  call: (values: readonly Json[]) => Promise<Json>,
): Promise<Json> {
  if (name !== 'All' && name !== 'Any' && name !== 'Race') return call(values);
  return callInParallel(name, values[0], ({ [targetKey]: id = null, messages = null, options = null }) =>
    call([id, messages, options]),
  );
}
