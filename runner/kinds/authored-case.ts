import type {
  AuthoredCase,
  ConsistencyCase,
  ExperimentCase,
  ScriptCase,
  TestCase,
  WrittenCase,
} from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
import { asJson, formatGoDuration } from '../values/index.ts';

/** A case as a person would write it: what a case file holds, in the order of the documentation. */
export function authoredCase(testCase: TestCase): JsonObject {
  if (testCase.kind === 'script') return scriptReference(testCase);
  if (testCase.kind === 'consistency' || testCase.kind === 'experiment') return asReadCase(testCase);
  const { id, name, input, user, team, metadata, options, skip, tags, before, after, simulator, timeoutMs } = testCase;
  const fields: { [Key in keyof AuthoredCase]: unknown } = {
    id,
    name,
    input,
    ...checksOf(testCase),
    user,
    team,
    metadata,
    options,
    timeout: timeoutMs === undefined ? undefined : formatGoDuration(timeoutMs),
    skip,
    tags,
    before,
    after,
    simulator,
  };
  const written: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) written[key] = asJson(value);
  return written;
}

function scriptReference({ id, module, line }: ScriptCase): JsonObject {
  return { id, script: line === undefined ? module : `${module}:${line}` };
}

/** Not written as JSON lines by anybody: shown as it was understood. */
function asReadCase({ hash: _, line: __, ...testCase }: ConsistencyCase | ExperimentCase): JsonObject {
  const read: JsonObject = {};
  for (const [key, value] of Object.entries(testCase)) if (value !== undefined) read[key] = asJson(value);
  return read;
}

function checksOf(testCase: WrittenCase): { [Key in keyof AuthoredCase]?: unknown } {
  if (testCase.kind === 'dynamic') return { checkpoints: testCase.checkpoints, max_turns: testCase.maxTurns };
  const { assertions, expected } = testCase;
  return { assert: assertions.length === 0 ? undefined : assertions, expected };
}
