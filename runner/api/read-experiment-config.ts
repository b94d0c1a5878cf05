import * as z from 'zod';
import { durationSchema } from '../contract/index.ts';
import {
  createCountParser,
  DEFAULT_TIMEOUT_MS,
  type ExperimentSettings,
  findLiveScorers,
  findNameOfValue,
  toAnswerFunction,
  UsageError,
} from '../run/index.ts';
import { formatSchemaProblems, parseDuration } from '../values/index.ts';

const scorerErrorMessage =
  'must hold scorers: functions (question) => number or {score, reason}, or objects with run(), in a list or by name';
const targetErrorMessage = 'must be an agent with generate(), or a function (request) => answer';

const countErrorMessage = 'must be a whole number above zero';

const configSchema = z.strictObject({
  scorerType: z.string().min(1, 'is empty; name the scorer_type of the rows to run'),
  csvPath: z.string().min(1, 'is empty; name the CSV file'),
  scorers: createSchemaFromParser(findLiveScorers, scorerErrorMessage),
  target: createSchemaFromParser(parseTargetFunction, targetErrorMessage).optional(),
  concurrency: z.int(countErrorMessage).positive(countErrorMessage).default(1),
  outputDir: z.string().min(1).optional(),
  filterEnabled: z.boolean().default(true),
  timeout: durationSchema.optional(),
  groupBy: z.array(z.string(), 'must be a list of columns').optional(),
  resume: z.string().min(1, 'is empty; give the id of a run, or "latest"').optional(),
});

/**
 * Validates the config that a program has passed. Throws an error that lists all mistakes in it. `rows` is the value of
 * the environment variable CONCURRENCY, which overrides the config.
 */
export function parseExperimentConfig(config: unknown, rows = ''): ExperimentSettings {
  const parsed = configSchema.safeParse(config);
  if (!parsed.success) throw new UsageError(`runExperimentTests: ${formatSchemaProblems(parsed.error)}`);
  const { outputDir, target, timeout, concurrency, ...otherSettings } = parsed.data;
  return {
    ...otherSettings,
    concurrency: rows === '' ? concurrency : createCountParser('CONCURRENCY')(rows),
    outputDir,
    target,
    timeoutMs: (timeout === undefined ? undefined : parseDuration(timeout)) ?? DEFAULT_TIMEOUT_MS,
  };
}

/** Creates a schema from a parser. `help` is the error message for a value for which the parser returns undefined. */
function createSchemaFromParser<Read>(parse: (value: unknown) => Read | undefined, help: string) {
  return z.unknown().transform((value, context): Read => {
    const result = parse(value);
    if (result !== undefined) return result;
    context.addIssue(help);
    return z.NEVER;
  });
}

function parseTargetFunction(value: unknown): ExperimentSettings['target'] {
  const answer = toAnswerFunction(value);
  if (answer === undefined) return undefined;
  return { id: findNameOfValue(value) ?? 'target', answer };
}
