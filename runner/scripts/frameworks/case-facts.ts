import type { Message } from '../../contract/index.ts';

type CaseFields = Record<string, unknown>;

/** A request for a framework agent: the messages, separate from the other data of the case. */
export type FrameworkRequest = {
  messages: Message[];
  signal: unknown;
  sessionId: string | undefined;
  userId: string | undefined;
  /** Only the metadata of the case. */
  metadata: CaseFields;
  /** The metadata of the case together with the user's identity and the session. */
  facts: CaseFields;
  /** Writes a line into the log of the attempt. */
  log(text: string): void;
};

/** Parses the arguments of a module agent. Frameworks receive all facts of a case, so that none is lost. */
export function parseFrameworkRequest(request: unknown, context: unknown): FrameworkRequest {
  const fields = isObject(request) ? request : {};
  const around = isObject(context) ? context : {};
  const { session_id, user_id, team_id, locale, case_id } = fields;
  const metadata = isObject(fields.metadata) ? fields.metadata : {};
  const { connector: _, metadata: __, ...options } = isObject(fields.options) ? fields.options : {};
  const allFacts = {
    ...metadata,
    session_id,
    user_id,
    team_id,
    locale,
    case_id,
    ...(isEmpty(options) ? {} : { options }),
  };
  return {
    messages: Array.isArray(fields.messages) ? fields.messages : [],
    signal: around.signal,
    sessionId: toNonEmptyText(session_id),
    userId: toNonEmptyText(user_id),
    metadata,
    facts: Object.fromEntries(Object.entries(allFacts).filter(([, value]) => value !== undefined)),
    log: (text) => {
      if (typeof around.log === 'function') around.log(text);
    },
  };
}

/**
 * Returns the messages that a framework with its own memory has not received yet: those after the agent's last answer.
 */
export function getMessagesAfterLastAnswer<Each extends { role?: unknown }>(messages: readonly Each[]): Each[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

export function isObject(value: unknown): value is CaseFields {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: CaseFields): boolean {
  return Object.keys(value).length === 0;
}

function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
