import { openDatabase } from '../../../history/db/index.ts';
import { createAnnouncedCases } from '../conversations/announced-cases.ts';
import { announceConversation } from '../conversations/conversation-events.ts';
import { recordConversations } from '../conversations/record-conversations.ts';
import type { ImportedConversation } from '../readers/conversation.ts';

export type LiveRecording = { database: string; redact: (text: string) => string };

const MAX_NAME_LENGTH = 80;

/** Stores conversations as runs, one run for each agent. Returns the ids of the runs. */
export async function recordLive(
  conversations: readonly ImportedConversation[],
  { database: file, redact }: LiveRecording,
): Promise<string[]> {
  const database = openDatabase(file);
  const runIds: string[] = [];
  try {
    for (const [agentId, conversationsOfAgent] of Map.groupBy(conversations, ({ agent }) => agent ?? 'agent')) {
      const suiteKey = toLiveSuiteKey(agentId);
      const announced = createAnnouncedCases();
      try {
        for (const conversation of conversationsOfAgent)
          announced.addCase(announceConversation(conversation, suiteKey));
        const recording = { database, suiteKey, agentId, attempts: 1, input: suiteKey, redact, announced };
        runIds.push(await recordConversations({ ...recording, conversations: conversationsOfAgent }));
      } finally {
        announced.deleteFiles();
      }
    }
    return runIds;
  } finally {
    database.close();
  }
}

/**
 * Returns a suite name such as `otlp/refund-desk`. The agent's name comes from a span, so it may contain any
 * characters.
 */
function toLiveSuiteKey(agentId: string): string {
  const name = agentId
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_NAME_LENGTH);
  return `otlp/${name === '' ? 'agent' : name}`;
}
