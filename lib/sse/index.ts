export {
  createEventStream,
  eventStreamHeaders,
  formatEvent,
  formatState,
  formatTextDelta,
  type TextDelta,
} from './event-stream.ts';
export { parseResumeSeq } from './resume-point.ts';
