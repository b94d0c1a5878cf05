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
 * agent       whatever answers messages: target, simulator and validator are all agents
 * connector   a named language-model endpoint
 * cassette    the file with what agents and models answered in a run of a suite, to be replayed
 * assertion   one check on one output; its result is passed, failed or error
 * status      passed, failed (wrong answer), error (broken machinery), timeout, skipped
 * pass rate   passed / (passed + failed + error + timeout) over attempts
 * stability   stable, mostly stable, unstable, highly unstable: classes of the pass rate of repeated attempts
 */
export {
  type Accuracy,
  accuracies,
  type MeasuredMetric,
  type MeasuredTest,
  measuredMetrics,
  measuredTests,
  metricFigures,
  shortDecimals,
} from './accuracy.ts';
export { addUsage, addUsageByRole, type UsageRole, usageRoles } from './add-usage.ts';
export type { AgentEntry, AgentEntryOf } from './agent-entry.ts';
export { type AgentPart, type AgentParts, agentPartsSchema, changedParts } from './agent-parts.ts';
export { type Agreement, agreementOf, type ReviewVerdict, reviewVerdicts } from './agreement.ts';
export {
  type Assertion,
  type AssertionType,
  assertionSchema,
  assertionTypes,
  type ValueType,
  valueTypes,
} from './assertion.ts';
export {
  type AttemptKey,
  type AttemptState,
  type CheckpointTry,
  checkpointsOf,
  emptyAttemptState,
  reduceAttempt,
} from './attempt-state.ts';
export { authoredCase } from './authored-case.ts';
export { callRounds } from './call-rounds.ts';
export {
  type AgentOptions,
  type AuthoredCase,
  authoredCaseSchema,
  type CaseKind,
  type Checkpoint,
  type ConsistencyCase,
  caseKinds,
  checkpointSchema,
  DEFAULT_MAX_TURNS,
  type DynamicCase,
  type ExperimentCase,
  type ScriptCase,
  type Simulator,
  type StandardCase,
  type TestCase,
  type WrittenCase,
} from './case.ts';
export { type FilteredCase, matchesFilter, parseCaseFilter } from './case-filter.ts';
export { caseFromConversation } from './case-from-conversation.ts';
export { type CaseStatus, caseStatuses, caseStatusOf, isFailing } from './case-status.ts';
export {
  type CaseChange,
  type CaseComparison,
  type CaseStanding,
  type ComparedSide,
  caseChanges,
  compareRuns,
  type RunComparison,
} from './compare.ts';
export { answerOf } from './compare-conversations/align-turns.ts';
export {
  type CheckpointShift,
  type ComparedTurn,
  type ConversationComparison,
  compareConversations,
  type ToolDifference,
  type TurnChange,
} from './compare-conversations/compare-conversations.ts';
export { type Condition, conditionOf } from './condition.ts';
export {
  type AuthMode,
  type Capabilities,
  type ConfigInput,
  type ConnectorDefinition,
  connectorSchema,
  type SupportedParams,
  type WorkspaceConfig,
  workspaceConfigSchema,
} from './config.ts';
export { formatCost, totalCost } from './cost.ts';
export { countStatuses, emptyCounts, passRate } from './counts.ts';
export { formatDuration, formatGoDuration, parseDuration } from './duration.ts';
export { type DurationStatistics, durationStatistics } from './duration-statistics.ts';
export { editDistance } from './edit-distance.ts';
export {
  type CheckpointState,
  type Phase,
  type RunEvent,
  type RunEventBody,
  type RunEventType,
  type RunOutcome,
  runEventSchema,
  runOutcomes,
} from './event.ts';
export { EVENT_VERSION } from './event-version.ts';
export {
  cancelledVerdict,
  type RunEnding,
  type StopSignal,
  type Verdict,
  verdictOf,
} from './exit-code.ts';
export { finishedRow } from './finished-row.ts';
export {
  type Gates,
  isOnlyLow,
  missedAccuracy,
  reachesThreshold,
  type ThresholdMode,
  thresholdModes,
} from './gates.ts';
export { hasActual } from './has-actual.ts';
export { asJson, canonicalJson, isJsonObject, type Json, type JsonObject, mapTexts } from './json.ts';
export { jsonObjectSchema, jsonSchema } from './json-value.ts';
export { type LongText, longTextOf, looksLong, shownText, writeLongText } from './long-text.ts';
export {
  type CaseInput,
  type ContentPart,
  contentPartSchema,
  type Message,
  type MessageContent,
  messageRoles,
  messageSchema,
} from './message.ts';
export { messagesOf, textOfContent } from './message-text.ts';
export { type MetricKind, type MetricType, metricKindOf, metricKinds, metricTypes } from './metric-kind.ts';
export { type ModelCost, modelCostSchema } from './model-cost.ts';
export { nearest } from './nearest.ts';
export { type NearestMiss, nearestMiss } from './nearest-miss.ts';
export { isOxyConfig } from './oxy-config.ts';

export {
  type AnnouncedCase,
  type CassetteMode,
  cassetteModes,
  type Environment,
  environmentSchema,
  type PlannedCase,
  type RunOptions,
  type RunPlan,
  runOptionsSchema,
  type Suite,
} from './plan.ts';
export { isRegression, type RateChange, rateChange, realChanges } from './rate-change.ts';
export { changedPartsWords, rateChangeWords } from './rate-change-words.ts';
export { reportMetadata, reportResult, reportSuites, reportSummary } from './report.ts';
export { reportEnvironment } from './report-environment.ts';
export { changeReport, judgedTrials } from './report-rates.ts';
export {
  type AgentValidation,
  type AssertionResult,
  type AssertionStatus,
  assertionResultSchema,
  type CaseResult,
  type CheckpointResult,
  type CheckpointVerdict,
  caseResultSchema,
  type EndReason,
  endReasons,
  type Turn,
} from './result.ts';
export { type Review, reviewSchema } from './review.ts';
export { runDurationMs } from './run-duration.ts';
export { type SchemaProblem, schemaProblemList, schemaProblems } from './schema-problems.ts';
export {
  type Metric,
  type MetricResult,
  type Pairing,
  pairings,
  type Sample,
  type Score,
  type ScoreCell,
  type ScoreRange,
  scorerAgentId,
} from './score.ts';
export { type ColumnGroups, type ScoreGroup, scoresByMetadata, scoresByTag } from './score-groups.ts';
export { distanceFrom, formatRange, isInRange } from './score-range.ts';
export {
  type BuiltInScorer,
  builtInScorers,
  isBuiltIn,
  type ScorerDefinition,
  type ScorerEntry,
  scorerDefinitions,
} from './scorer-entry.ts';
export {
  type NumberMatch,
  type RuleCondition,
  type ScriptedRule,
  scriptedRulesSchema,
  type TextMatch,
} from './scripted-rules.ts';
export {
  type StabilityClass,
  stabilityClasses,
  stabilityClassOf,
  stabilityOf,
} from './stability.ts';
export {
  type AttemptPhase,
  type AttemptRow,
  type AttemptStatus,
  type CaseRow,
  caseKey,
  createRunFold,
  emptyRunState,
  foldRun,
  type PipState,
  type RunFold,
  type RunState,
  type RunStatus,
  reduceRun,
} from './state.ts';
export { benjaminiHochberg } from './statistics/benjamini-hochberg.ts';
export { differenceInterval, type PairedTrials, passRateInterval } from './statistics/clustered-interval.ts';
export { describeFlips, describeRates, type Evidence } from './statistics/describe-change.ts';
export { fisherExact, type Trials } from './statistics/fisher-exact.ts';
export { outcomeEntropy } from './statistics/outcome-entropy.ts';
export { passAtK, passHatK, passHatKs } from './statistics/pass-k.ts';
export { percentile } from './statistics/percentile.ts';
export { type Interval, wilsonInterval } from './statistics/wilson-interval.ts';
export { joinSuites, placeOfSuite, tableSuiteKey } from './suites.ts';
export type { Counts, Summary } from './summary.ts';
export { type ToolCall, toolCallSchema, type Usage, type UsageByRole, usageSchema } from './tool-call.ts';
export type { Wait } from './waits.ts';
