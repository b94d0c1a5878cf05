/** The public API of the package: configs, experiments with custom scorers and agents, and types for agents and scripts. */

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
} from '../run/index.ts';
export type {
  ExperimentConfig,
  ExperimentRequest,
  ExperimentScorer,
  ExperimentTarget,
} from './experiment-config.ts';
export { runExperimentTests } from './run-experiment-tests.ts';
