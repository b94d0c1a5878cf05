import type { CaseResult, CheckpointResult, Turn } from '../../contract/index.ts';
import { castToJson, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { buildInterruptReports } from '../report/interrupt-report.ts';
import { buildValidationReport } from '../report/report-attempt.ts';
import { buildToolCallReport } from '../report/tool-call-report.ts';

/** Returns the parts of a report that only conversations have. */
export function buildConversationReport(result: CaseResult): Record<string, Json | undefined> {
  return {
    turns: (result.turns ?? []).map(buildTurnReport),
    checkpoints: (result.checkpoints ?? []).map(buildCheckpointReport),
    total_turns: result.turns?.length ?? 0,
    end_reason: result.endReason,
    simulator: buildSimulatorReport(result.simulator),
  };
}

function buildSimulatorReport(simulator: CaseResult['simulator']): JsonObject | undefined {
  if (simulator === undefined) return undefined;
  const { by, facts, breaches, prompt } = simulator;
  return withoutUndefined({
    by,
    facts: facts.map(({ name, state, askedAtTurn, toldAtTurn, by: askedBy }) =>
      withoutUndefined({ name, state, asked_at_turn: askedAtTurn, told_at_turn: toldAtTurn, by: askedBy }),
    ),
    breaches,
    prompt,
  });
}

function buildTurnReport(turn: Turn): JsonObject {
  return withoutUndefined({
    turn: turn.turn,
    // The origin is included only if it is unusual: normally, the messages after the first come from a simulator.
    origin: turn.turn > 1 && turn.origin === 'case' ? turn.origin : undefined,
    input: castToJson(turn.input),
    output: turn.output,
    response:
      turn.response === undefined
        ? undefined
        : withoutUndefined({
            content: turn.response.content,
            tool_calls: turn.response.toolCalls.map(buildToolCallReport),
            next: turn.response.next,
          }),
    checkpoints_reached: turn.checkpointsReached,
    interrupts: buildInterruptReports(turn.interrupts),
    reasoning: turn.reasoning,
    goal_achieved: turn.goalAchieved,
    duration_ms: turn.durationMs,
    error: turn.error,
  });
}

function buildCheckpointReport(checkpoint: CheckpointResult): JsonObject {
  return withoutUndefined({
    id: checkpoint.id,
    reached: checkpoint.reached,
    reached_at_turn: checkpoint.reachedAtTurn,
    out_of_order: checkpoint.outOfOrderAtTurns.length === 0 ? undefined : checkpoint.outOfOrderAtTurns,
    required: checkpoint.required,
    passed: checkpoint.passed,
    invariant: checkpoint.invariant,
    broken_at_turn: checkpoint.brokenAtTurn,
    message: checkpoint.message,
    agent_validation: buildValidationReport(checkpoint.agentValidation),
  });
}
