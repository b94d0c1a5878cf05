export {
  eventStream,
  eventStreamHeaders,
  formatEvent,
  formatState,
  formatTextDelta,
  type TextDelta,
} from './event-stream.ts';
export { readResumeSeq } from './resume-point.ts';
