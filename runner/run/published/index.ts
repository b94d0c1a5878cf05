/**
 * Types for programs, and `defineConfig`. This file must not import other code: the type declarations of the package
 * import it, because `run/index.ts` would also import the history and its dependencies.
 */

export type { PlainAnswer } from '../../agents/plain-answer.ts';
export type { PlainRequest } from '../../agents/plain-request.ts';
export type { InputProblem } from '../../inputs/problem.ts';
export type { ScoreQuestion, ScorerAnswer, ScriptContext } from '../../ports/index.ts';
export type { ExperimentResult } from '../../reporters/experiment/experiment-files.ts';
export type { ExperimentRow } from '../../reporters/experiment/experiment-rows.ts';
export type { ExperimentSummary } from '../../reporters/experiment/experiment-totals.ts';
export { defineConfig, type UserConfig } from '../../scripts/define-config.ts';
export type {
  LiveContext,
  ModelAnswer,
  ModelQuestion,
  ModuleContext,
  ModuleTools,
} from '../../scripts/module-context.ts';
export type { SuiteSourcePaths } from '../watch/suite-sources.ts';
