/**
 * The interfaces that the core requires from its environment: agents, scripts, scorers, a clock, observers, and kinds
 * of cases.
 */
export {
  type Agent,
  type AgentContext,
  AgentError,
  type AgentProvider,
  type AgentReference,
  type AgentRequest,
  type AgentResponse,
  type AgentWithSentRequest,
  type AttachmentReader,
  createNestedContext,
  type OrderedCallWindow,
  type ReportedAnswerPartKind,
  type SentRequest,
} from './agent.ts';
export {
  type AgentFact,
  type CallObservedInTraces,
  createTextReporter,
  type FinishedToolCall,
  type ModelCall,
  type ReportFact,
  reportRequestStart,
  reportToolStart,
  type ServiceKind,
} from './agent-fact.ts';
export { describeTooLongAnswer, getAnswerLimit, requireAnswerWithinLimit } from './answer-limit.ts';
export {
  type AnswerPathCollector,
  type ConfiguredAnswerPath,
  createAnswerPathCollector,
  mergeAnswerPaths,
} from './answer-paths.ts';
export type {
  AgentCall,
  AttemptContext,
  AttemptEventBody,
  AttemptFact,
  AttemptProgress,
  Outcome,
  RoleOfFact,
} from './attempt.ts';
export type { AttemptChooser, AttemptToRun } from './attempt-chooser.ts';
export { belongsToSession } from './belongs-to-session.ts';
export { BrokenFilesError, type FileProblem } from './broken-files.ts';
export { type Clock, startStopwatch } from './clock.ts';
export { type Deadline, StoppedError, startDeadline } from './deadline.ts';
export { createFaultOfError } from './fault-of-error.ts';
export type { AnswerCheck, ForkPoint, KindDescription, RunKind, RunKinds, SimulatorChoice } from './kind.ts';
export type { LoadMeter, MachineLoad } from './load-meter.ts';
export type { AnsweringTurn, RunObserver } from './observer.ts';
export type { DroppedDelivery, RemoteAttemptExecutor, RemoteAttemptRequest } from './remote-attempts.ts';
export type { RunnerPorts } from './runner-ports.ts';
export type {
  NotScorable,
  ScoreQuestion,
  ScorerAnswer,
  ScorerCall,
  ScorerFailure,
  ScorerHost,
  ScorerModelExchange,
  ScorerVerdict,
} from './scorer.ts';
export type {
  HookCall,
  MockEnding,
  ScriptAgentQuestion,
  ScriptCall,
  ScriptHost,
  ScriptServices,
  TestCall,
  TestEnding,
} from './script.ts';
export { createAttemptScriptContext, createScriptContext, type ScriptContext } from './script-context.ts';
export type { SnapshotRequest, SnapshotResult, SnapshotStore } from './snapshot.ts';
export type { MockAnswer, MockedCall, ToolMocks } from './tool-mocks.ts';
