export { exactPercent, formatCount, percent, plural, size } from '../values/index.ts';
export { agentName } from './agent-name.ts';
export { csv } from './csv.ts';
export { labelText } from './label-text.ts';
export { scoreText } from './score.ts';
export { isOfSeveralSeries, seriesKey } from './series-key.ts';
export { clockTime, isoTime, localClock, localDay, localTime, relativeTime } from './time.ts';
export { visibleText } from './visible-text.ts';
