import type { Json } from '../../values/index.ts';
import { callProcess } from './call-process.ts';
import { callAgent, callModel } from './conversation-calls.ts';
import { callHttp } from './http-call.ts';
import { callMcp } from './mcp-calls.ts';
import { callMemory } from './memory-call.ts';
import type { SandboxQuestion } from './sandbox/sandbox-question.ts';
import { callSeveral } from './several.ts';
import type { Turn } from './turn.ts';

export type Asker = { turn: Turn; chain: readonly string[] };

/** Answers what a script asks while it stands still. */
export function answerQuestion(question: SandboxQuestion, asker: Asker, signal: AbortSignal): Promise<Json> {
  switch (question.type) {
    case 'process':
      return callProcess(question, asker, signal);
    case 'http':
      return callHttp(question, signal);
    case 'context':
      return callContext(question, asker, signal);
    default:
      return question satisfies never;
  }
}

async function callContext(
  { method, values }: Extract<SandboxQuestion, { type: 'context' }>,
  asker: Asker,
  signal: AbortSignal,
): Promise<Json> {
  const { turn } = asker;
  const [area = '', name = '', operation = ''] = method.split('.');
  switch (area) {
    case 'memory':
      return callMemory(spaceOf(turn, name), operation, values);
    case 'agent':
      return callAgents(name, values, turn, signal);
    case 'llm':
      return callModels(name, values, turn, signal);
    case 'mcp':
      return callMcp({ method: name, values }, asker, signal);
    default:
      return turn.sent.call(method, values);
  }
}

function spaceOf(turn: Turn, name: string): Turn['memory'] {
  if (name === 'user' || name === 'team' || name === 'chat') return turn.session[name];
  return turn.memory;
}

function callAgents(name: string, values: readonly Json[], turn: Turn, signal: AbortSignal): Promise<Json> {
  if (!isSeveral(name)) return callAgent(values, turn, signal);
  return callSeveral(name, values[0], ({ agent = null, messages = null, options = null }) =>
    callAgent([agent, messages, options], turn, signal),
  );
}

function callModels(name: string, values: readonly Json[], turn: Turn, signal: AbortSignal): Promise<Json> {
  if (!isSeveral(name)) return callModel(values, turn, signal);
  return callSeveral(name, values[0], ({ connector = null, messages = null, options = null }) =>
    callModel([connector, messages, options], turn, signal),
  );
}

function isSeveral(name: string): name is 'All' | 'Any' | 'Race' {
  return name === 'All' || name === 'Any' || name === 'Race';
}
