import { judgedValue } from '../assertions/judged-value.ts';
import { textForm } from '../assertions/text-form.ts';
import {
  type AssertionResult,
  asJson,
  type CaseStatus,
  type Message,
  type StandardCase,
  type Turn,
} from '../contract/index.ts';
import { Stopped } from '../engine/deadline.ts';
import { AgentError, type AgentResponse } from '../engine/ports.ts';
import { startStopwatch } from '../engine/stopwatch.ts';
import { askAgent } from './ask-agent.ts';
import type { AttemptContext } from './attempt-context.ts';
import { initialMessages } from './initial-messages.ts';
import { judge } from './judge.ts';
import type { Outcome } from './outcome.ts';

/** One call, then every assertion on its answer. */
export async function executeStandard(context: AttemptContext, testCase: StandardCase): Promise<Outcome> {
  const asked = await ask(context, testCase);
  if (!asked.ok) return asked.outcome;
  const assertions = await judgeAll(context, testCase, asked.response);
  const status = statusOf(assertions);
  const complaints = assertions
    .filter((result) => result.status !== 'passed')
    .map((result) => result.message ?? result.type);
  return {
    ...context.progress(),
    status,
    assertions,
    ...(status === 'passed' ? {} : { error: complaints.join('; ') }),
  };
}

type Asked = { ok: true; response: AgentResponse } | { ok: false; outcome: Outcome };

async function ask(context: AttemptContext, testCase: StandardCase): Promise<Asked> {
  const { planned, ports } = context;
  const startedAt = ports.clock.now();
  const elapsed = startStopwatch(ports.clock);
  let messages: Message[] = [];
  try {
    messages = await initialMessages(context, testCase.input);
  } catch (error) {
    return { ok: false, outcome: inputError(error) };
  }
  try {
    const response = await askAgent(context, {
      role: 'agent',
      phase: 'agent',
      turn: 1,
      agentId: planned.agentId,
      connector: planned.connector,
      messages,
      options: planned.options,
      sessionId: context.sessionId,
    });
    finishTurn(context, turnOf({ messages, response, startedAt, durationMs: elapsed() }));
    return { ok: true, response };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    return {
      ok: false,
      outcome: { status: 'error', error: `${brokenPart(error)} error: ${textOf(error)}`, endReason: 'agent_error' },
    };
  }
}

function turnOf(parts: { messages: Message[]; response: AgentResponse; startedAt: number; durationMs: number }): Turn {
  const { messages, response, startedAt, durationMs } = parts;
  const output = judgedValue(response);
  return {
    turn: 1,
    origin: 'case',
    input: messages.at(-1)?.content ?? null,
    ...(output === null ? {} : { output }),
    response: {
      content: response.content,
      toolCalls: response.toolCalls,
      ...(response.next === undefined ? {} : { next: response.next }),
    },
    checkpointsReached: [],
    ...(response.usage === undefined ? {} : { usage: response.usage }),
    startedAt,
    durationMs,
  };
}

function finishTurn(context: AttemptContext, turn: Turn): void {
  context.emit({ type: 'turn.finished', turn });
  context.record({
    toolCalls: turn.response?.toolCalls ?? [],
    ...(turn.output === undefined ? {} : { output: turn.output }),
  });
}

async function judgeAll(
  context: AttemptContext,
  testCase: StandardCase,
  response: AgentResponse,
): Promise<AssertionResult[]> {
  const value = judgedValue(response);
  const subject = {
    value,
    text: textForm(value),
    toolCalls: response.toolCalls,
    input: asJson(testCase.input),
    ...(testCase.expected === undefined ? {} : { expected: testCase.expected }),
  };
  const results: AssertionResult[] = [];
  for (const assertion of assertionsOf(testCase)) {
    const result = await judge(context, { assertion, subject, turn: 1 });
    context.emit({ type: 'assertion.finished', assertion: result });
    results.push(result);
    context.record({ assertions: [...results] });
  }
  return results;
}

/** `assert` wins; `expected` alone is an equality; a case with neither passes when the agent answers. */
function assertionsOf(testCase: StandardCase): StandardCase['assertions'] {
  if (testCase.assertions.length > 0 || testCase.expected === undefined || testCase.expected === null) {
    return testCase.assertions;
  }
  return [{ type: 'equals', value: testCase.expected }];
}

export function statusOf(results: readonly AssertionResult[]): CaseStatus {
  if (results.some((result) => result.status === 'error')) return 'error';
  return results.some((result) => result.status === 'failed') ? 'failed' : 'passed';
}

export function inputError(error: unknown): Outcome {
  if (error instanceof Stopped) throw error;
  return { status: 'error', error: `input error: ${textOf(error)}`, endReason: 'input_error' };
}

/** Who could not answer: the agent itself, or the model that it asked. */
export function brokenPart(error: unknown): 'agent' | 'model' {
  return error instanceof AgentError && error.kind === 'model' ? 'model' : 'agent';
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
