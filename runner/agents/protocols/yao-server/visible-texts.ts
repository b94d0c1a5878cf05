import type { Json } from '../../../values/index.ts';
import { messageStartSchema, parseField, type YaoMessage } from './messages.ts';

/** The part of a displayed text that has arrived so far. */
type StreamedVisibleText = { text: string; thread: string | undefined };

/**
 * Collects the displayed texts in the order in which they began. The texts of other assistants are stored separately.
 */
export function createVisibleTexts() {
  const textsById = new Map<string, StreamedVisibleText>();
  let length = 0;
  return {
    begin(data: Json | undefined): void {
      const { message_id: id, thread_id: thread } = parseField(messageStartSchema, data);
      if (textsById.has(id)) throw new Error(`the message ${id} has already begun`);
      textsById.set(id, { text: '', thread });
    },
    take({ message_id: id = '', props, delta, delta_action: action, thread_id: thread }: YaoMessage): void {
      const content = props?.content ?? '';
      if (typeof content !== 'string') throw new Error('the "content" of a text message must be a string');
      const existing = textsById.get(id);
      if (existing === undefined && delta === true) throw new Error(`the message ${id} has not begun`);
      const isAdded = delta === true && (action === undefined || action === 'append' || action === 'merge');
      const text = isAdded && existing !== undefined ? existing.text + content : content;
      length += content.length;
      textsById.set(id === '' ? `without an id ${textsById.size}` : id, { text, thread: thread ?? existing?.thread });
    },
    length: () => length,
    own: () => joinTexts([...textsById.values()].filter(({ thread }) => thread === undefined)),
    ofOthers: () => joinTexts([...textsById.values()].filter(({ thread }) => thread !== undefined)),
  };
}

function joinTexts(texts: readonly StreamedVisibleText[]): string {
  return texts.flatMap(({ text }) => (text === '' ? [] : text)).join('\n\n');
}
