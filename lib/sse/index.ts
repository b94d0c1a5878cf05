export {
  eventStream,
  eventStreamHeaders,
  formatEvent,
  formatState,
  formatTextDelta,
  type TextDelta,
} from './event-stream.ts';
export { readResumeSeq as resumePoint } from './resume-point.ts';
