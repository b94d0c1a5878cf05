export { abbreviateNameList } from './abbreviate-name-list.ts';
export { isBlank } from './blank.ts';
export { findCommonFolder } from './common-folder.ts';
/**
 * The lowest layer: JSON values, durations, costs, shares, counts, sizes and similar helpers. It does not depend on
 * cases, runs or agents.
 */
export { formatCost } from './cost.ts';
export { DEFAULT_ROLLOUTS } from './default-rollouts.ts';
export { formatDuration, formatGoDuration, parseDuration } from './duration.ts';
export { computeEditDistance } from './edit-distance.ts';
export { EmptyingMap } from './emptying-map.ts';
export { toErrorMessage } from './error-text.ts';
export { isInexactNumber, listInexactNumbers } from './exact-numbers.ts';
export { EXAMPLE_LIMITS } from './example-limits.ts';
export { findFirstDefinedResult } from './first-defined-result.ts';
export { formatBriefPercent, formatDecimalPercent, formatExactPercent, formatPercent } from './format-percent.ts';
export { formatSize, parseSize } from './format-size.ts';
export {
  areKeysSorted,
  castToJson,
  formatJsonPath,
  getValueAtPath,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  mapStrings,
  parseJson,
  parseJsonOrKeepText,
  replaceStringValues,
  setProperty,
  toCanonicalJson,
  toJsonText,
  tryParseJson,
} from './json.ts';
export {
  findTooDeepOffset,
  isNestedTooDeep,
  MAX_LEVELS,
  MAX_RECORD_LEVELS,
  MIN_UNPARSABLE_LEVELS,
  TOO_DEEP_TEXT,
} from './json-depth.ts';
export {
  getLongTextPreview,
  isLongTextPlaceholder,
  type LongText,
  parseLongText,
  serializeLongText,
  wrapLongTextInObject,
} from './long-text.ts';
export { listLongWords } from './long-words.ts';
export { mapInParallel } from './map-in-parallel.ts';
export { findNearestWord, isOneTypoAway } from './nearest-word.ts';
export { formatCount, formatCountWithNoun, pluralizeNoun } from './plural.ts';
export { type ProviderName, parseProviderModel, providerNames } from './provider-model.ts';
export { QUEUE_KEY } from './queue-key.ts';
export { raceWithAbort } from './race-with-abort.ts';
export { formatSchemaProblems, listSchemaProblems } from './schema-problems.ts';
export { generateSeededNumber } from './seeded-number.ts';
export { classifyFailureStatus, findServiceError, type ServiceError, type ServiceFailure } from './service-failure.ts';
export { findTextsUnderKeys, listTextsInValue } from './texts-under-keys.ts';
export { createValueCache, type ValueCache } from './value-cache.ts';
export { type UnionWithAllKeys, withoutUndefined } from './without-undefined.ts';
