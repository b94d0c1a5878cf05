/** The version of the event format. */
export const EVENT_VERSION = 1;
