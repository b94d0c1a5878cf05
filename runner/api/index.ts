/** What programs get from the package: configs, and experiments with scorers and agents of their own. */

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
