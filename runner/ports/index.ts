/**
 * The interfaces that the core expects its host to implement: agents, scripts, scorers, a clock, observers, kinds of
 * case.
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
  type CallWindow,
  nestedContext,
  type ReportedAnswerPart,
  type SentRequest,
} from './agent.ts';
export {
  type AgentFact,
  type FinishedToolCall,
  type ModelCall,
  type ObservedCall,
  type ReportFact,
  reportRequest,
  reportTool,
  type ServiceKind,
  textReporter,
} from './agent-fact.ts';
export { answerLimit, answerTooLongText, requireAnswerWithinLimit } from './answer-limit.ts';
export { type AnswerPath, type AnswerPaths, createAnswerPathCollector, joinAnswerPaths } from './answer-paths.ts';
export type {
  AgentCall,
  AttemptContext,
  AttemptEventBody,
  AttemptFact,
  AttemptProgress,
  FactSource,
  Outcome,
} from './attempt.ts';
export type { AttemptChooser, ChosenAttempt } from './attempt-chooser.ts';
export type { DroppedDelivery, RemoteAttemptRequest, RemoteAttempts } from './attempts-elsewhere.ts';
export { belongsToSession } from './belongs-to-session.ts';
export { BrokenFiles, type FileProblem } from './broken-files.ts';
export { type Clock, startStopwatch } from './clock.ts';
export { type Deadline, Stopped, startDeadline } from './deadline.ts';
export { faultOfError } from './fault-of-error.ts';
export type { ForkPoint, KindDescription, RunKind, RunKinds, SimulatorChoice } from './kind.ts';
export type { LoadMeter, MachineLoad } from './load-meter.ts';
export type { RunObserver, SpokenTurn } from './observer.ts';
export type { RunnerPorts } from './runner-ports.ts';
export type {
  NotScorable,
  ScoreQuestion,
  ScorerAnswer,
  ScorerCall,
  ScorerFailure,
  ScorerHost,
  ScorerModelCalls,
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
export { attemptScriptContext, type ScriptContext, scriptContext } from './script-context.ts';
export type { SnapshotRequest, SnapshotResult, SnapshotStore } from './snapshot.ts';
export type { MockAnswer, MockedCall, ToolMocks } from './tool-mocks.ts';
