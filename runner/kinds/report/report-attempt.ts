import type { AssertionResult, CaseResult } from '../../contract/index.ts';
import { castToJson, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { buildInterruptReports } from './interrupt-report.ts';
import { buildToolCallReport } from './tool-call-report.ts';
import { buildUsageReport } from './usage-report.ts';

/** Returns the report of an attempt: the parts that all kinds have, followed by those of its kind. */
export function buildCommonAttemptReport(
  result: CaseResult,
  kindFields: Record<string, Json | undefined> = {},
): JsonObject {
  return withoutUndefined({
    id: result.id,
    name: result.name,
    kind: result.kind,
    hash: result.hash,
    status: result.status,
    set_aside: result.setAside,
    decision: result.decision,
    input: result.input === undefined ? undefined : castToJson(result.input),
    output: result.output,
    expected: result.expected,
    ground_truth: result.groundTruth,
    error: result.error,
    reason: result.reason,
    fault: result.fault && castToJson(result.fault),
    faults: result.faults && castToJson(result.faults),
    duration_ms: result.durationMs,
    assertions: result.assertions.map(buildAssertionReport),
    inferred: result.inferred?.map(buildAssertionReport),
    tool_calls: result.toolCalls.map(buildToolCallReport),
    interrupts: buildInterruptReports(result.interrupts),
    connector: result.connector,
    usage: result.usage === undefined ? undefined : buildUsageReport(result.usage),
    tags: result.tags,
    metadata: result.metadata,
    warnings: result.warnings,
    logs: result.logs,
    unjudged: result.unjudged && buildUnjudgedReport(result.unjudged),
    idle: result.idle,
    state: result.state && castToJson(result.state),
    injection: result.injection && buildInjectionReport(result.injection),
    ...kindFields,
  });
}

export function buildValidationReport(validation: AssertionResult['agentValidation']): JsonObject | undefined {
  return validation === undefined ? undefined : withoutUndefined({ ...validation });
}

function buildInjectionReport({
  placedAtTurn,
  attack,
  ...injection
}: NonNullable<CaseResult['injection']>): JsonObject {
  return withoutUndefined({ ...injection, placed_at_turn: placedAtTurn, attack: attack && castToJson(attack) });
}

function buildUnjudgedReport({ calls, endedBeforeDone, overlooked }: NonNullable<CaseResult['unjudged']>): JsonObject {
  return withoutUndefined({ calls, ended_before_done: endedBeforeDone, overlooked });
}

function buildAssertionReport(result: AssertionResult): JsonObject {
  return withoutUndefined({
    type: result.type,
    status: result.status,
    passed: result.status === 'passed',
    message: result.message,
    path: result.path,
    place: result.place,
    negate: result.negate,
    turn: result.turn,
    rule: result.rule,
    expected: result.expected,
    actual: result.actual,
    agent_validation: buildValidationReport(result.agentValidation),
  });
}
