/** The ground floor: JSON values, durations, costs, shares, counts, sizes and near names, without a word of what they stand for. */
export { formatCost } from './cost.ts';
export { formatDuration, formatGoDuration, parseDuration } from './duration.ts';
export { editDistance } from './edit-distance.ts';
export { errorText } from './error-text.ts';
export { type AnyOf, defined } from './fields.ts';
export {
  asJson,
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonIn,
  jsonOrText,
  jsonText,
  mapTexts,
} from './json.ts';
export { type LongText, longTextOf, looksLong, shownText, writeLongText } from './long-text.ts';
export { nearest } from './nearest.ts';
export { briefPercent, decimalPercent, exactPercent, percent } from './percent.ts';
export { formatCount, nounFor, plural } from './plural.ts';
export { schemaProblemList, schemaProblems } from './schema-problems.ts';
export { size } from './size.ts';
