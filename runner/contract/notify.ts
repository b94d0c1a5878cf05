import * as z from 'zod';

/**
 * The changes of a suite's status, for an agent and a connector, that cause a notification: it breaks, passes again, or
 * becomes flaky.
 */
export const notifyEvents = ['broken', 'recovered', 'flaky'] as const;
export type NotifyEvent = (typeof notifyEvents)[number];

const notifyEventField = z
  .array(z.enum(notifyEvents))
  .min(1)
  .describe('The events that are sent. Default: all')
  .optional();

export const notifyTargetSchema = z.union(
  [
    z.strictObject({
      command: z
        .array(z.string().min(1))
        .min(1)
        .describe('A program and its arguments; it reads the event as JSON from its standard input'),
      on: notifyEventField,
    }),
    z.strictObject({
      webhook: z
        .string()
        .regex(/^\$ENV\.[A-Za-z_]\w*$/, 'must be $ENV.NAME: the address is read from an environment variable')
        .describe('The address that gets the event as a POST request with JSON, such as $ENV.ALERT_URL'),
      on: notifyEventField,
    }),
  ],
  'must have either `command`, a list of texts, or `webhook`, such as "$ENV.ALERT_URL"',
);
export type NotifyTarget = z.infer<typeof notifyTargetSchema>;
