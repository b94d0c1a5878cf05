export { eventStream, eventStreamHeaders } from './event-stream.ts';
export { resumePoint } from './resume-point.ts';
