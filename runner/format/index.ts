export { exactPercent, formatCount, formatPercent, formatSize, plural } from '../values/index.ts';
export { agentName } from './agent-name.ts';
export { labelText } from './label-text.ts';
export { scoreText } from './score.ts';
export { seriesKey, spansSeveralSeries } from './series-key.ts';
export { clockTime, isoTime, localClock, localDay, localTime, relativeTime } from './time.ts';
export { toCsv } from './to-csv.ts';
export { visibleText } from './visible-text.ts';
