export { eventStream, eventStreamHeaders, formatEvent, formatTextDelta, type TextDelta } from './event-stream.ts';
export { resumePoint } from './resume-point.ts';
