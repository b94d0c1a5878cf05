/** The public API of the package: runs, configs, experiments with custom scorers and agents, and types for them. */

export type { CaseResult, CaseStatus, RunEvent } from '../contract/index.ts';

export {
  defineConfig,
  type ExperimentResult,
  type ExperimentRow,
  type ExperimentSummary,
  type ModelAnswer,
  type ModelQuestion,
  type ModuleContext as AgentContext,
  type ModuleTools as AgentTools,
  type PlainAnswer as AgentAnswer,
  type PlainRequest as AgentRequest,
  type ScoreQuestion,
  type ScriptContext,
  type UserConfig,
} from '../run/published/index.ts';
export type {
  ExperimentConfig,
  ExperimentRequest,
  ExperimentScorer,
  ExperimentTarget,
} from './experiment-config.ts';
export { loadSuite, type SuiteCase } from './load-suite.ts';
export { type CaseDefinition, type CaseOptions, runCase } from './run-case.ts';
export { runExperimentTests } from './run-experiment-tests.ts';
export { runSuite } from './run-suite.ts';
export type { AgentFunction, AgentOptions, AgentValue, SuiteOptions } from './suite-options.ts';
export type { CaseOutcome, SuiteResult, SuiteRun } from './suite-result.ts';
export { type SuiteProblem, TurntreeError } from './turntree-error.ts';
