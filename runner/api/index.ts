/** The public API of the package: configs, and experiments with custom scorers and agents. */

export {
  defineConfig,
  type ExperimentResult,
  type ExperimentRow,
  type ExperimentSummary,
  type ScoreQuestion,
  type UserConfig,
} from '../run/index.ts';
export type {
  ExperimentConfig,
  ExperimentRequest,
  ExperimentScorer,
  ExperimentTarget,
} from './experiment-config.ts';
export { runExperimentTests } from './run-experiment-tests.ts';
