import * as z from 'zod';
import { durationSchema } from '../contract/index.ts';
import {
  DEFAULT_TIMEOUT_MS,
  type ExperimentSettings,
  liveScorersIn,
  nameOfValue,
  parseCount,
  type ScoreQuestion,
  type ScorerAnswer,
  toAnswerFunction,
  UsageError,
} from '../run/index.ts';
import { parseDuration, schemaProblems } from '../values/index.ts';

type Deferred<Value> = Value | PromiseLike<Value>;

/** A function that scores an output, or a scorer of Mastra, of any version, with its `run`. */
export type ExperimentScorer =
  | ((question: ScoreQuestion) => Deferred<number | ScorerAnswer>)
  | { run(run: never): unknown };

/**
 * What produces the outputs: an agent of Mastra or the AI SDK, anything with `generate(input)`, or a function that
 * returns a text (or `{content, next, tool_calls, usage}`).
 */
export type ExperimentTarget = { generate(...input: never[]): unknown } | ((request: ExperimentRequest) => unknown);

/** The argument of a target function: the input of the row, as text and as messages. */
export type ExperimentRequest = { input: string; messages: { role: string; content: string }[]; case_id: string };

export type ExperimentConfig = {
  /** Rows with this `scorer_type` are run. */
  scorerType: string;
  /** The CSV file, relative to the current folder. */
  csvPath: string;
  /** Scorers in a record are named by their keys; scorers in a list have names of their own. */
  scorers: ExperimentScorer | readonly ExperimentScorer[] | Readonly<Record<string, ExperimentScorer>>;
  /** Without a target, `expected_output` is scored. */
  target?: ExperimentTarget | undefined;
  /** The number of rows in parallel, unless the environment variable CONCURRENCY is set. Default: 1. */
  concurrency?: number | undefined;
  /** The folder of the result file. Default: `../test-results`, relative to the folder of the running script. */
  outputDir?: string | undefined;
  /** `false` also runs disabled rows. Default: true. */
  filterEnabled?: boolean | undefined;
  /** The time limit of a row: `30s`, `2m30s`. Default: 2m. */
  timeout?: string | undefined;
  /** The columns by which passed rows are counted, besides tags. Default: every metadata column. */
  groupBy?: readonly string[] | undefined;
  /**
   * Reuses the finished rows of an earlier run with the same rows and scorers: its id, a prefix of the id, or `latest`
   * (runs all rows if there is no earlier run). Rows that have changed run again.
   */
  resume?: string | undefined;
};

const scorerHelp =
  'must hold scorers: functions (question) => number or {score, reason}, or objects with run(), in a list or by name';
const targetHelp = 'must be an agent with generate(), or a function (request) => answer';

const countHelp = 'must be a whole number above zero';

const configSchema = z.strictObject({
  scorerType: z.string().min(1, 'is empty; name the scorer_type of the rows to run'),
  csvPath: z.string().min(1, 'is empty; name the CSV file'),
  scorers: createReader(liveScorersIn, scorerHelp),
  target: createReader(targetIn, targetHelp).optional(),
  concurrency: z.int(countHelp).positive(countHelp).default(1),
  outputDir: z.string().min(1).optional(),
  filterEnabled: z.boolean().default(true),
  timeout: durationSchema.optional(),
  groupBy: z.array(z.string(), 'must be a list of columns').optional(),
  resume: z.string().min(1, 'is empty; give the id of a run, or "latest"').optional(),
});

/**
 * Validates the config that a program passed. Throws an error that lists everything wrong with it. `rows` is the
 * concurrency from the environment, which overrides the config.
 */
export function readExperimentConfig(config: unknown, rows = ''): ExperimentSettings {
  const parsed = configSchema.safeParse(config);
  if (!parsed.success) throw new UsageError(`runExperimentTests: ${schemaProblems(parsed.error)}`);
  const { outputDir, target, timeout, concurrency, ...others } = parsed.data;
  return {
    ...others,
    concurrency: rows === '' ? concurrency : parseCount('CONCURRENCY')(rows),
    outputDir,
    target,
    timeoutMs: (timeout === undefined ? undefined : parseDuration(timeout)) ?? DEFAULT_TIMEOUT_MS,
  };
}

/** Parses a value with a function; `help` is the error for a value that the function rejects. */
function createReader<Read>(read: (value: unknown) => Read | undefined, help: string) {
  return z.unknown().transform((value, context): Read => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue(help);
    return z.NEVER;
  });
}

function targetIn(value: unknown): ExperimentSettings['target'] {
  const answer = toAnswerFunction(value);
  if (answer === undefined) return undefined;
  return { id: nameOfValue(value) ?? 'target', answer };
}
