import type { ScoreQuestion, ScorerAnswer } from '../run/published/index.ts';

type MaybePromise<Value> = Value | PromiseLike<Value>;

/** A function that scores an output, or a scorer of Mastra, of any version, with its `run`. */
export type ExperimentScorer =
  | ((question: ScoreQuestion) => MaybePromise<number | ScorerAnswer>)
  | { run(run: never): unknown };

/**
 * The function or agent that produces the outputs: an agent of Mastra or the AI SDK, any object with `generate(input)`,
 * or a function that returns a text (or `{content, next, tool_calls, usage}`).
 */
export type ExperimentTarget = { generate(...input: never[]): unknown } | ((request: ExperimentRequest) => unknown);

/** The argument of a target function: the input of the row, as text and as messages. */
export type ExperimentRequest = { input: string; messages: { role: string; content: string }[]; case_id: string };

export type ExperimentConfig = {
  /** The rows to run: those whose column `scorer_type` has this value. */
  scorerType: string;
  /** The CSV file, relative to the current folder. */
  csvPath: string;
  /** The scorers. In a record, the keys are their names; in a list, each scorer has a name of its own. */
  scorers: ExperimentScorer | readonly ExperimentScorer[] | Readonly<Record<string, ExperimentScorer>>;
  /** What produces the outputs. Without it, the column `expected_output` is scored. */
  target?: ExperimentTarget | undefined;
  /** How many rows run at the same time. The environment variable CONCURRENCY takes precedence. Default: 1. */
  concurrency?: number | undefined;
  /** The folder of the result file. Default: `../test-results`, relative to the folder of the running script. */
  outputDir?: string | undefined;
  /** `false` also runs disabled rows. Default: true. */
  filterEnabled?: boolean | undefined;
  /** The time limit of a row: `30s`, `2m30s`. Default: 2m. */
  timeout?: string | undefined;
  /** The columns by which the results are grouped, in addition to tags. Default: every metadata column. */
  groupBy?: readonly string[] | undefined;
  /**
   * Reuses the finished rows of an earlier run with the same rows and scorers: its id, a prefix of the id, or `latest`
   * (runs all rows if there is no earlier run). Rows that have changed run again.
   */
  resume?: string | undefined;
};
