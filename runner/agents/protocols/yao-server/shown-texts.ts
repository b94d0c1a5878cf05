import type { Json } from '../../../values/index.ts';
import { messageStartSchema, parsed, type YaoMessage } from './messages.ts';

/** A text that is shown, as far as it has come. */
type Shown = { text: string; thread: string | undefined };

/** The texts that are shown, in the order in which they began; those of other assistants apart. */
export function createShownTexts() {
  const shown = new Map<string, Shown>();
  let length = 0;
  return {
    begin(data: Json | undefined): void {
      const { message_id: id, thread_id: thread } = parsed(messageStartSchema, data);
      if (shown.has(id)) throw new Error(`the message ${id} has begun already`);
      shown.set(id, { text: '', thread });
    },
    take({ message_id: id = '', props, delta, delta_action: action, thread_id: thread }: YaoMessage): void {
      const content = props?.content ?? '';
      if (typeof content !== 'string') throw new Error('the "content" of a text is a text');
      const begun = shown.get(id);
      if (begun === undefined && delta === true) throw new Error(`there is no message ${id} that has begun`);
      const isAdded = delta === true && (action === undefined || action === 'append' || action === 'merge');
      const text = isAdded && begun !== undefined ? begun.text + content : content;
      length += content.length;
      shown.set(id === '' ? `without an id ${shown.size}` : id, { text, thread: thread ?? begun?.thread });
    },
    length: () => length,
    own: () => textOf([...shown.values()].filter(({ thread }) => thread === undefined)),
    ofOthers: () => textOf([...shown.values()].filter(({ thread }) => thread !== undefined)),
  };
}

function textOf(texts: readonly Shown[]): string {
  return texts.flatMap(({ text }) => (text === '' ? [] : text)).join('\n\n');
}
