export { exactPercent, percent, plural } from '../../runner/values/index.ts';
export { size } from './size.ts';
export { clockTime, isoTime, relativeTime } from './time.ts';
export { visibleText } from './visible-text.ts';
