export {
  eventStream,
  eventStreamHeaders,
  formatEvent,
  formatState,
  formatTextDelta,
  type TextDelta,
} from './event-stream.ts';
export { resumePoint } from './resume-point.ts';
