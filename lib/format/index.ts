export { exactPercent, percent, plural, size } from '../../runner/values/index.ts';
export { agentName } from './agent-name.ts';
export { csv } from './csv.ts';
export { clockTime, isoTime, relativeTime } from './time.ts';
export { visibleText } from './visible-text.ts';
