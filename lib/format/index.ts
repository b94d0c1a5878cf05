export { clockTime } from './clock-time.ts';
export { exactPercent } from './exact-percent.ts';
export { isoTime } from './iso-time.ts';
export { percent } from './percent.ts';
export { plural } from './plural.ts';
export { relativeTime } from './relative-time.ts';
export { size } from './size.ts';
export { visibleText } from './visible-text.ts';
