import { randomUUID } from 'node:crypto';
import { tryParseJson } from '../../values/index.ts';
import type { ProbeContext } from './adapt-request.ts';
import { type ApiDocument, fetchApiDocument } from './openapi.ts';
import { parseReply } from './parsed-reply.ts';
import type { ProbeMessage, Prober, RequestTemplate, ServerReply } from './prober.ts';

/** Harmless test messages. They differ so much that an agent should answer each differently. */
export const probeMessages = ['Hello', 'What can you help me with?', 'Thank you, that is all for today.'] as const;

/** A server's answer, and the session in which it was given. */
export type ReplyInSession = { reply: ServerReply; session: string };

/** Sends messages to a server whose request format is not known yet, and collects information from the responses. */
export type HttpSearch = ProbeContext & {
  prober: Prober;
  /** Sends a message as the first message of a new conversation. */
  speak(template: RequestTemplate, message: string): Promise<ReplyInSession>;
  sessionOf(reply: ServerReply): string;
  notes(): readonly string[];
};

export function createHttpSearch(
  { url, model }: { url: string; model: string | undefined },
  prober: Prober,
): HttpSearch {
  const notes: string[] = [];
  const sessions = new WeakMap<ServerReply, string>();
  let api: Promise<ApiDocument | undefined> | undefined;
  let isStuck = false;
  const addNote = (line: string): void => {
    if (!notes.includes(line)) notes.push(line);
  };

  async function sendMessageInNewSession(template: RequestTemplate, message: string): Promise<ReplyInSession> {
    const session = `try:${randomUUID()}`;
    const reply = await prober.sendTemplate(template, { message, session, ...(await openSession(template)) });
    sessions.set(reply, session);
    return { reply, session };
  }

  async function openSession({ setup }: RequestTemplate): Promise<Pick<ProbeMessage, 'setup'>> {
    if (setup === undefined) return {};
    const { text } = await prober.send({ url: new URL(setup.url, url).href, body: setup.body ?? {} });
    return { setup: tryParseJson(text) ?? text };
  }

  return {
    url,
    model,
    prober,
    speak: sendMessageInNewSession,
    note: addNote,
    notes: () => notes,
    noteRequired(line) {
      isStuck = true;
      addNote(line);
    },
    isStuck: () => isStuck,
    sessionOf: (reply) => sessions.get(reply) ?? '',
    api() {
      api ??= fetchApiDocument(url, model, prober);
      return api;
    },
    async ask(template) {
      const { reply } = await sendMessageInNewSession(template, probeMessages[0]);
      const parsed = reply.ok ? parseReply(reply) : undefined;
      if (parsed?.kind === 'unreadable') addNote(`It ${parsed.reason}.`);
      return reply;
    },
  };
}
