import { toJsonText } from '../../../values/index.ts';
import type { StateMessage } from './state-messages.ts';

/** The messages in the state of a graph, including the messages that a run has added. */
export type GraphState = {
  /** @throws an error if two messages have the same id */
  take(messages: readonly StateMessage[]): void;
  /** The messages of the graph's latest state. */
  all(): readonly StateMessage[];
  added(): StateMessage[];
  /** The number of characters in the added messages. */
  length(): number;
};

/** `knownMessages` are the messages of the graph's state after the previous run. */
export function createGraphState(knownMessages: readonly StateMessage[]): GraphState {
  const earlierMessages = { ids: new Set(listMessageIds(knownMessages)), count: knownMessages.length };
  let state: readonly StateMessage[] | undefined;
  let newMessages: StateMessage[] = [];

  /**
   * Marks messages of the first state as not new: that state is sent before the first step of the graph, so it contains
   * only the earlier messages of the thread and the messages that were just sent.
   */
  function excludeEarlierMessages(messages: readonly StateMessage[]): void {
    const sent = messages.findLastIndex(({ type }) => type === 'human') + 1;
    for (const id of listMessageIds(messages.slice(0, sent))) earlierMessages.ids.add(id);
    earlierMessages.count = Math.max(earlierMessages.count, sent);
  }

  /** A message without an id is recognized by its index, because a graph only appends. */
  function isNewAgentMessage({ id, type }: StateMessage, index: number): boolean {
    if (type === 'human') return false;
    return typeof id === 'string' ? !earlierMessages.ids.has(id) : index >= earlierMessages.count;
  }

  return {
    take(messages) {
      requireUniqueMessageIds(messages);
      if (state === undefined) excludeEarlierMessages(messages);
      state = messages;
      newMessages = messages.filter(isNewAgentMessage);
    },
    all: () => state ?? [],
    added: () => newMessages,
    length: () => newMessages.reduce((sum, { content }) => sum + toJsonText(content).length, 0),
  };
}

export function listMessageIds(messages: readonly StateMessage[]): string[] {
  return messages.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

function requireUniqueMessageIds(messages: readonly StateMessage[]): void {
  const seenIds = new Set<string>();
  for (const id of listMessageIds(messages)) {
    if (seenIds.has(id)) throw new Error(`two messages of the state have the id ${id}`);
    seenIds.add(id);
  }
}
