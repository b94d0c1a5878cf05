export { formatCount, formatCountWithNoun, formatExactPercent, formatPercent, formatSize } from '../values/index.ts';
export { formatAgentName } from './agent-name.ts';
export { formatAsSingleLine } from './label-text.ts';
export { formatScoreOrDash } from './score.ts';
export { spansSeveralSeries, toSeriesKey } from './series-key.ts';
export {
  formatElapsedTime,
  formatIsoTime,
  formatLocalClock,
  formatLocalDay,
  formatLocalTime,
  formatRelativeTime,
} from './time.ts';
export { toCsv } from './to-csv.ts';
export { replaceInvisibleCharacters } from './visible-text.ts';
