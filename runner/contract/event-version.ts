/** Of the shape of events. */
export const EVENT_VERSION = 1;
