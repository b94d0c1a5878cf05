import type { AssertionResult, CaseResult } from '../../contract/index.ts';
import { asJson, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { interruptsReport } from './interrupt-report.ts';
import { toolCallReport } from './tool-call-report.ts';
import { usageReport } from './usage-report.ts';

/** The report of an attempt: the common parts, followed by those of its kind. */
export function reportAttempt(result: CaseResult, own: Record<string, Json | undefined> = {}): JsonObject {
  return withoutUndefined({
    id: result.id,
    name: result.name,
    kind: result.kind,
    hash: result.hash,
    status: result.status,
    set_aside: result.setAside,
    decision: result.decision,
    input: result.input === undefined ? undefined : asJson(result.input),
    output: result.output,
    expected: result.expected,
    ground_truth: result.groundTruth,
    error: result.error,
    reason: result.reason,
    fault: result.fault && asJson(result.fault),
    faults: result.faults && asJson(result.faults),
    duration_ms: result.durationMs,
    assertions: result.assertions.map(assertionReport),
    inferred: result.inferred?.map(assertionReport),
    tool_calls: result.toolCalls.map(toolCallReport),
    interrupts: interruptsReport(result.interrupts),
    connector: result.connector,
    usage: result.usage === undefined ? undefined : usageReport(result.usage),
    tags: result.tags,
    metadata: result.metadata,
    warnings: result.warnings,
    logs: result.logs,
    unjudged: result.unjudged && unjudgedReport(result.unjudged),
    idle: result.idle,
    state: result.state && asJson(result.state),
    injection: result.injection && injectionReport(result.injection),
    ...own,
  });
}

export function validationReport(validation: AssertionResult['agentValidation']): JsonObject | undefined {
  return validation === undefined ? undefined : withoutUndefined({ ...validation });
}

function injectionReport({ placedAtTurn, attack, ...injection }: NonNullable<CaseResult['injection']>): JsonObject {
  return withoutUndefined({ ...injection, placed_at_turn: placedAtTurn, attack: attack && asJson(attack) });
}

function unjudgedReport({ calls, endedBeforeDone, overlooked }: NonNullable<CaseResult['unjudged']>): JsonObject {
  return withoutUndefined({ calls, ended_before_done: endedBeforeDone, overlooked });
}

function assertionReport(result: AssertionResult): JsonObject {
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
    agent_validation: validationReport(result.agentValidation),
  });
}
