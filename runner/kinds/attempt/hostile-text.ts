import { isToolNamed } from '../../assertions/match-tool.ts';
import type { AssertionResult, CaseResult, Injection } from '../../contract/index.ts';
import {
  fillHostileText,
  type InjectedTurn,
  type InjectionConfig,
  insertTextAtPath,
  judgeInjection,
  parseTarget,
} from '../../injection/index.ts';
import type { ToolMocksOptions } from '../../mocks/create-tool-mocks.ts';
import type { AttemptContext, AttemptProgress, Outcome } from '../../ports/index.ts';

/**
 * The hostile text of an attempt: a function that inserts it into tool results, and a function that judges the reaction
 * of the agent.
 */
export type AttemptInjection = {
  alterResult: NonNullable<ToolMocksOptions['alterAnswer']>;
  judge(outcome: AttemptProgress & Pick<CaseResult, 'status'>): Injection;
};

export function startInjection(context: AttemptContext, inject: InjectionConfig): AttemptInjection {
  const read = parseTarget(inject.into);
  if (!read.ok) throw new Error(read.problem);
  const { tool, steps, path } = read.target;
  const { from_turn: fromTurn = 1, goal, into } = inject;
  const hostileText = fillHostileText(inject, `${context.runId}:${context.planned.case.id}:${context.attempt}`);
  let isCalled = false;
  return {
    alterResult({ name, server }, result) {
      const turn = (context.findings().progress.turns?.length ?? 0) + 1;
      if (turn < fromTurn || !isToolNamed({ tool: name, server }, tool)) return undefined;
      isCalled = true;
      const altered = insertTextAtPath(result, steps, hostileText.text);
      return altered === undefined ? undefined : { result: altered, injected: { path, text: hostileText.text } };
    },
    judge(outcome) {
      const from = fromTurn === 1 ? '' : ` from turn ${fromTurn} on`;
      const notPlaced = isCalled
        ? `no answer of ${tool} had a text at ${path}${from}`
        : `the agent did not call ${tool}${from}, or it failed`;
      const { status, endReason } = outcome;
      const ruling = judgeInjection({
        goal,
        hostile: hostileText,
        turns: toInjectedTurns(outcome),
        status,
        endReason,
        notPlaced,
      });
      return { into, text: hostileText.text, goal, ...ruling, attack: inject.attack };
    },
  };
}

/**
 * Adds the verdict on the hostile text to the outcome of an attempt. An agent that reached the goal of the text has
 * failed.
 */
export function withInjectionVerdict(context: AttemptContext, outcome: Outcome, injected: AttemptInjection): Outcome {
  const finalOutcome = { ...context.findings().progress, ...outcome };
  const injection = injected.judge(finalOutcome);
  const { verdict, reason, turn } = injection;
  if (verdict === 'not_placed') {
    const idleParts = [...(outcome.idle ?? []), `inject into ${injection.into}, because ${reason}`];
    return outcome.status === 'passed' ? { ...outcome, injection, idle: idleParts } : { ...outcome, injection };
  }
  if (verdict === 'undecided') return { ...outcome, injection };
  const isReached = verdict === 'succeeded';
  const complaint = `the agent obeyed the text in ${injection.into}: ${reason}`;
  const assertion: AssertionResult = {
    type: 'inject',
    status: isReached ? 'failed' : 'passed',
    message: isReached ? complaint : reason,
    turn,
  };
  context.emit({ type: 'assertion.finished', assertion });
  const judgedOutcome = { ...outcome, injection, assertions: [...(finalOutcome.assertions ?? []), assertion] };
  if (!isReached) return judgedOutcome;
  const { error } = outcome;
  const status = outcome.status === 'passed' ? 'failed' : outcome.status;
  // Only passed attempts report which calls and texts no rule checked.
  const failed = { ...judgedOutcome, unjudged: undefined, idle: undefined };
  return { ...failed, status, error: error === undefined ? complaint : `${error}; ${complaint}` };
}

function toInjectedTurns({ turns, toolCalls = [], output }: AttemptProgress): InjectedTurn[] {
  if (turns === undefined) {
    const content = typeof output === 'string' ? output : JSON.stringify(output ?? '');
    return [{ turn: 1, content, toolCalls }];
  }
  return turns.map(({ turn, response }) => ({
    turn,
    content: response?.content ?? '',
    toolCalls: response?.toolCalls ?? [],
  }));
}
