/**
 * The vocabulary of Turntree.
 *
 * workspace   the folder tree that holds agents, suites and `.runner/`
 * suite       one input file; its key is its path below the workspace
 * case        one test in a suite, identified by suite and id; its content by its hash
 * kind        standard (one call), dynamic (a simulated conversation), script (a test function), consistency (one
 *             question asked several times), experiment (a row of a table, scored)
 * sample      one of several answers of an agent to the same question
 * score       one verdict of a judge or scorer, a number; a metric is the mean of scores
 * run         one execution of suites; has a run id
 * attempt     one execution of one case inside a run
 * turn        one user message and the agent's answer
 * checkpoint  a condition a conversation must reach, with `after` prerequisites
 * agent       anything that answers messages: the tested agent, a simulator or a validator
 * connector   a named language-model endpoint
 * cassette    the file with the answers of agents and models in a run of a suite, for replays
 * assertion   one check on one output; its result is passed, failed or error
 * status      passed, failed (wrong answer), error (could not be judged), timeout, skipped
 * pass rate   passed / (passed + failed + error + timeout) over attempts
 * stability   stable, mostly stable, unstable, highly unstable: classes of the pass rate of repeated attempts
 */
export type { AgentEntry, AgentEntryOf } from './agent-entry.ts';
export { type AgentParts, agentPartsSchema } from './agent-parts.ts';
export { type Assertion, assertionSchema, type JudgeExample, judgeExampleSchema } from './assertion.ts';
export {
  type AgentOptions,
  type AuthoredCase,
  authoredCaseSchema,
  type CaseByKind,
  type Checkpoint,
  type ConsistencyCase,
  checkpointSchema,
  DEFAULT_MAX_TURNS,
  type DynamicCase,
  type ExperimentCase,
  type InferredRules,
  type ScriptCase,
  type StandardCase,
  type StandardOrDynamicCase,
  type TestCase,
} from './case.ts';
export {
  type AgentPartName,
  type AssertionType,
  accuracyThresholdModes,
  agentPartNames,
  assertionTypes,
  type CaseKind,
  type CaseStatus,
  caseKinds,
  caseStatuses,
  faultParties,
  limitMaxima,
  MAX_MATRIX_COLUMNS,
  type MatrixCaseFilter,
  type MatrixColumnSelection,
  type MatrixSort,
  matrixCaseFilters,
  matrixColumnSelections,
  matrixSorts,
  type OmittableReportPart,
  omittableReportParts,
  type ReviewVerdict,
  type RunOutcome,
  reviewVerdicts,
  runOutcomes,
  simulatorModes,
  simulatorTraits,
  turnReviewVerdicts,
  usageRoles,
  userGoalStates,
  valueTypes,
} from './closed-sets.ts';
export type { Condition } from './condition.ts';
export {
  type ConfigInput,
  type ConnectorDefinition,
  connectorSchema,
  type SupportedParams,
  type WorkspaceConfig,
  workspaceConfigSchema,
} from './config.ts';
export { durationSchema } from './duration.ts';
export {
  type CheckpointState,
  type Phase,
  type RunEvent,
  type RunEventBody,
  type RunEventType,
  runEventSchema,
} from './event.ts';
export { EVENT_VERSION } from './event-version.ts';
export type { Fault } from './fault.ts';
export { type Gates, gatesSchema } from './gates.ts';
export type { Injection } from './injection.ts';
export { interruptSchema } from './interrupt.ts';
export { jsonObjectSchema, jsonSchema } from './json-value.ts';
export { MATRIX_VIEW_VERSION, type MatrixView, matrixViewSchema } from './matrix-view.ts';
export {
  type CaseInput,
  type ContentPart,
  type Message,
  type MessageContent,
  messageRoles,
  messageSchema,
} from './message.ts';
export { type MetricKind, metricKindOfType, metricKinds } from './metric-kind.ts';
export { type ModelCost, modelCostSchema } from './model-cost.ts';
export { type NotifyEvent, type NotifyTarget, notifyEvents } from './notify.ts';
export {
  type AnnouncedCase,
  type AnnouncedCaseByKind,
  cassetteModes,
  defaultEnvironment,
  type Environment,
  environmentSchema,
  type PlannedCase,
  type PlannedCases,
  type RunOptions,
  type RunPlan,
  runOptionsSchema,
  type Suite,
  suiteSchema,
} from './plan.ts';
export type { RateChange, WorseCase } from './rate-change.ts';
export {
  type AgentValidation,
  type AssertionResult,
  assertionResultSchema,
  type CaseResult,
  type CheckpointResult,
  type CheckpointVerdict,
  caseResultSchema,
  type EndReason,
  type ResultByKind,
  type Rollout,
  type Turn,
  type UserFact,
} from './result.ts';
export { type Review, reviewSchema, type TurnReview, turnReviewSchema } from './review.ts';
export {
  decisionSchema,
  listQueueLabels,
  pairwiseLabels,
  type QueueLabel,
  type ReviewDecision,
  type ReviewQueue,
  reviewQueueSchema,
} from './review-queue.ts';
export {
  type AnswerSample,
  answerPairingModes,
  type Metric,
  type MetricResult,
  type Score,
  type ScoreCell,
  type ScoreRange,
} from './score.ts';
export {
  type BuiltInScorer,
  builtInScorers,
  isBuiltInScorer,
  type ScorerDefinition,
} from './scorer-entry.ts';
export {
  type ScriptedRule,
  scriptedRulesSchema,
  type TextMatch,
} from './scripted-rules.ts';
export type { SimulatedUser, Simulator } from './simulator.ts';
export { answerPathSchema, type Counts, type Summary } from './summary.ts';
export { type ToolCall, toolCallSchema, type Usage, type UsageByRole, usageSchema } from './tool-call.ts';
