import { openDatabase } from '../../../history/db/index.ts';
import { createAnnouncedCases } from '../conversations/announced-cases.ts';
import { announceConversation } from '../conversations/conversation-events.ts';
import { recordConversations } from '../conversations/record-conversations.ts';
import type { ImportedConversation } from '../readers/conversation.ts';

export type LiveRecording = { database: string; redact: (text: string) => string };

const LONGEST_NAME = 80;

/** Stores conversations as runs, one for each agent. Returns the ids of the runs. */
export async function recordLive(
  conversations: readonly ImportedConversation[],
  { database: file, redact }: LiveRecording,
): Promise<string[]> {
  const database = openDatabase(file);
  const runIds: string[] = [];
  try {
    for (const [agentId, own] of Map.groupBy(conversations, ({ agent }) => agent ?? 'agent')) {
      const suiteKey = toLiveSuiteKey(agentId);
      const announced = createAnnouncedCases();
      try {
        for (const conversation of own) announced.addCase(announceConversation(conversation, suiteKey));
        const recording = { database, suiteKey, agentId, attempts: 1, input: suiteKey, redact, announced };
        runIds.push(await recordConversations({ ...recording, conversations: own }));
      } finally {
        announced.deleteFiles();
      }
    }
    return runIds;
  } finally {
    database.close();
  }
}

/** `otlp/refund-desk`. The name comes from a span, so it may hold anything. */
function toLiveSuiteKey(agentId: string): string {
  const name = agentId
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, LONGEST_NAME);
  return `otlp/${name === '' ? 'agent' : name}`;
}
