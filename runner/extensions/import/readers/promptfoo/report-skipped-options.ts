import type { JsonObject } from '../../../../values/index.ts';
import { objectOrEmpty, type PromptfooPath, type PromptfooSource, type PromptfooValue } from './promptfoo-source.ts';
import { reportSkippedUserOptions } from './simulated-user.ts';

/** Keys that need not be reported, because they are imported or have no effect on a test. */
const supportedOptions = {
  config: new Set([
    ...['prompts', 'tests', 'scenarios', 'defaultTest'],
    ...['$schema', 'description', 'metadata', 'tags', 'outputPath', 'sharing', 'writeLatestResults'],
  ]),
  test: new Set([
    ...['description', 'vars', 'assert', 'options', 'metadata', 'prompts'],
    // Not reported here, because the test has the same meaning without them, or is not imported at all (see
    // `findObstacle`).
    ...['provider', 'threshold', 'providerOutput'],
  ]),
  options: new Set(['prefix', 'suffix']),
};

/** Options of a test that change its question or the results of its checks. */
export const resultChangingOptions = [
  'transform',
  'postprocess',
  'transformVars',
  'disableVarExpansion',
  'storeOutputAs',
];

const skipReasons = new Map([
  ['providers', 'set the agent in runner.config.json, or with -n'],
  ['targets', 'set the agent in runner.config.json, or with -n'],
  ['extensions', 'it is code for promptfoo'],
  ['nunjucksFilters', 'it is code for promptfoo'],
]);
const NO_COUNTERPART_REASON = 'it has no counterpart in a suite';

/** Reports keys of a configuration that cannot be imported. */
export function reportSkippedOptions(config: JsonObject, { progress, lineOf }: PromptfooSource): void {
  for (const key of Object.keys(config).filter((name) => !supportedOptions.config.has(name))) {
    progress.reportLeftOutPart(lineOf([key]), `"${key}"`, skipReasons.get(key) ?? NO_COUNTERPART_REASON);
  }
}

/** Reports keys and options of a test that cannot be imported. */
export function reportSkippedTestOptions(placed: PromptfooValue): void {
  const { value, path, source } = placed;
  const { progress, lineOf } = source;
  const reportSkippedOption = (key: string, at: PromptfooPath, why: string): void =>
    progress.reportLeftOutPart(lineOf(at), `"${key}"`, why);
  for (const key of Object.keys(value).filter((each) => !supportedOptions.test.has(each))) {
    reportSkippedOption(key, [...path, key], NO_COUNTERPART_REASON);
  }
  for (const key of Object.keys(objectOrEmpty(value, 'options'))) {
    if (supportedOptions.options.has(key) || resultChangingOptions.includes(key)) continue;
    const why = key === 'provider' ? 'set the judge with --map judge=<agent>' : NO_COUNTERPART_REASON;
    reportSkippedOption(`options.${key}`, [...path, 'options', key], why);
  }
  reportSkippedUserOptions(placed);
}
