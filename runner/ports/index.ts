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
  type AttachmentReader,
  type CallWindow,
  nestedContext,
  type ReportedPart,
  type SentAgent,
  type SentRequest,
} from './agent.ts';
export {
  type AgentFact,
  type ModelCall,
  type ObservedCall,
  type ObservedTool,
  type ReportFact,
  reportRequest,
  reportTool,
  type Service,
  textReporter,
} from './agent-fact.ts';
export { answerLimit, answerTooLongText, requireAnswerWithinLimit } from './answer-limit.ts';
export { type AnswerPath, type AnswerPaths, collectAnswerPaths, joinAnswerPaths } from './answer-paths.ts';
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
export type { AttemptOrder, DroppedDelivery, RemoteAttempts } from './attempts-elsewhere.ts';
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
  ScorerRecord,
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
export type { SnapshotAnswer, SnapshotQuestion, SnapshotStore } from './snapshot.ts';
export type { MockAnswer, MockedCall, ToolMocks } from './tool-mocks.ts';
