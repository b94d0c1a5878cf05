import { toJsonText } from '../../../values/index.ts';
import type { StateMessage } from './state-messages.ts';

/** The messages in the state of a graph; knows which of them a run has added. */
export type GraphState = {
  /**
   * Sets the messages of the latest state.
   * @throws an error if two messages have the same id
   */
  take(messages: readonly StateMessage[]): void;
  /** The messages of the graph's latest state. */
  all(): readonly StateMessage[];
  added(): StateMessage[];
  /** Returns the total number of characters in the added messages. */
  length(): number;
};

/** Creates the state. `knownMessages` are its messages after the previous run. */
export function createGraphState(knownMessages: readonly StateMessage[]): GraphState {
  const earlierMessages = { ids: new Set(listMessageIds(knownMessages)), count: knownMessages.length };
  let state: readonly StateMessage[] | undefined;
  let newMessages: StateMessage[] = [];

  /**
   * Does not count the messages of the first state as new. It is sent before the first step of the graph, so it
   * contains only earlier messages and those that were just sent.
   */
  function excludeEarlierMessages(messages: readonly StateMessage[]): void {
    const sent = messages.findLastIndex(({ type }) => type === 'human') + 1;
    for (const id of listMessageIds(messages.slice(0, sent))) earlierMessages.ids.add(id);
    earlierMessages.count = Math.max(earlierMessages.count, sent);
  }

  /** Identifies a message without an id by its index, because a graph only appends messages. */
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
