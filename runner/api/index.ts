/** What programs get from the package: configs, and experiments with scorers and agents of their own. */

export type { ScoreQuestion } from '../ports/index.ts';
export type { ExperimentResult } from '../reporters/experiment/experiment-files.ts';
export type { ExperimentRow } from '../reporters/experiment/experiment-rows.ts';
export type { ExperimentSummary } from '../reporters/experiment/experiment-totals.ts';
export { defineConfig, type UserConfig } from '../scripts/define-config.ts';
export type {
  ExperimentConfig,
  ExperimentRequest,
  ExperimentScorer,
  ExperimentTarget,
} from './experiment-config.ts';
export { runExperimentTests } from './run-experiment-tests.ts';
