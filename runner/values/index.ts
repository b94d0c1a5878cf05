export { isBlank } from './blank.ts';
export { commonFolder } from './common-folder.ts';
/**
 * The lowest layer: JSON values, durations, costs, shares, counts, sizes and similar helpers. It does not depend on
 * cases, runs or agents.
 */
export { formatCost } from './cost.ts';
export { DEFAULT_ROLLOUTS } from './default-rollouts.ts';
export { formatDuration, formatGoDuration, parseDuration } from './duration.ts';
export { editDistance } from './edit-distance.ts';
export { EmptyingMap } from './emptying-map.ts';
export { errorText } from './error-text.ts';
export { inexactNumbers, isInexact } from './exact-numbers.ts';
export { EXAMPLE_LIMITS } from './example-limits.ts';
export { type ReadableUnion, withoutUndefined } from './fields.ts';
export { firstDefinedResult } from './first-found.ts';
export { briefPercent, decimalPercent, exactPercent, formatPercent } from './format-percent.ts';
export { formatSize, parseSize } from './format-size.ts';
export {
  areInOrder,
  asJson,
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  jsonIn,
  jsonOrText,
  jsonText,
  mapTexts,
  parseJson,
  pathText,
  replaceStringValues,
  setMember,
  valueAt,
} from './json.ts';
export { isTooDeep, MAX_LEVELS, MAX_RECORD_LEVELS, TOO_DEEP_TEXT, tooDeepAt, UNPARSABLE_LEVELS } from './json-depth.ts';
export { abbreviateNameList } from './list-first-names.ts';
export {
  isLongTextPlaceholder,
  type LongText,
  parseLongText,
  previewOfLongText,
  serializeLongText,
  wrapLongTextInObject,
} from './long-text.ts';
export { mapInParallel } from './map-in-parallel.ts';
export { isOneTypoAway, nearestWord } from './nearest-word.ts';
export { formatCount, nounFor, plural } from './plural.ts';
export { type ProviderName, parseProviderModel, providerNames } from './provider-model.ts';
export { QUEUE_KEY } from './queue-key.ts';
export { createValueCache, type ValueCache } from './recent-values.ts';
export { schemaProblemList, schemaProblems } from './schema-problems.ts';
export { seededNumber } from './seeded-number.ts';
export { failureOfStatus, type ServiceError, type ServiceFailure, serviceErrorIn } from './service-failure.ts';
export { textsUnderKeys } from './texts-under-keys.ts';
export { raceWithAbort } from './wait-until-aborted.ts';
