import type { AnnouncedCase } from '../../../contract/index.ts';
import type { ImportedConversation } from '../readers/conversation.ts';
import { createUniqueIds, type SkippedPart } from '../readers/import-source.ts';
import type { ConversationOrSkipped } from '../readers/transcripts.ts';
import { announceConversation } from './conversation-events.ts';
import { type ProposedCase, proposeCase } from './propose-case.ts';

/** The announced case of a conversation, or the reason why it was not imported. */
export type ConversationOutline =
  | { kind: 'conversation'; announced: AnnouncedCase; attempt: number; agent: string | undefined }
  | { kind: 'lost'; lost: SkippedPart };

/** The suite of the conversations, and whether it is to be generated from them. */
export type ImportTarget = { suiteKey: string; isSuiteWanted: boolean };

type SyncOrAsyncIterable<Item> = AsyncIterable<Item> | Iterable<Item>;

/**
 * Conversations that can be read several times, because they may not all fit into memory. Each method starts again at
 * the first conversation. `outlines` must be called first; the others yield the conversations that can be imported, in
 * the same order.
 */
export type ConversationSource = {
  conversationOutlines(purpose: ImportTarget): SyncOrAsyncIterable<ConversationOutline>;
  conversations(): SyncOrAsyncIterable<ImportedConversation>;
  proposedCases(): SyncOrAsyncIterable<ProposedCase>;
};

/** Creates a source that reads the conversations again each time. Each conversation gets a unique id. */
export function createRereadSource(read: () => AsyncIterable<ConversationOrSkipped>): ConversationSource {
  async function* readUsableConversations(): AsyncGenerator<ImportedConversation> {
    for await (const item of readConversationsWithUniqueIds())
      if (item.kind === 'conversation') yield item.conversation;
  }
  async function* readConversationsWithUniqueIds(): AsyncGenerator<ConversationOrSkipped> {
    const freeId = createUniqueIds();
    for await (const item of read()) {
      if (item.kind === 'lost') yield item;
      else yield { ...item, conversation: { ...item.conversation, id: freeId(item.conversation.id) } };
    }
  }
  return {
    async *conversationOutlines({ suiteKey }) {
      for await (const item of readConversationsWithUniqueIds())
        yield item.kind === 'lost' ? item : toOutline(item, suiteKey);
    },
    conversations: readUsableConversations,
    async *proposedCases() {
      for await (const conversation of readUsableConversations()) yield proposeCase(conversation);
    },
  };
}

/** Creates a source of conversations in memory. Conversations with the same id are attempts of the same case. */
export function createMemorySource(conversations: readonly ImportedConversation[]): ConversationSource {
  return {
    *conversationOutlines({ suiteKey }) {
      for (const conversation of conversations) yield toOutline({ kind: 'conversation', conversation }, suiteKey);
    },
    conversations: () => conversations,
    proposedCases: () => conversations.map(proposeCase),
  };
}

type ReadableConversation = Extract<ConversationOrSkipped, { kind: 'conversation' }>;

export function toOutline({ kind, conversation }: ReadableConversation, suiteKey: string): ConversationOutline {
  const { agent, attempt = 1 } = conversation;
  return { kind, announced: announceConversation(conversation, suiteKey), attempt, agent };
}
