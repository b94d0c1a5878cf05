import { isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { joinOutputTexts } from './output-items.ts';

/** Collects the items of a response from its events. */
export type ResponseItemCollector = {
  /** Handles an event about an item. Throws if the event is not allowed at this point. */
  read(event: JsonObject, type: string): void;
  /**
   * Checks that all items are complete.
   * @throws an error that names an item that is not
   */
  requireNoneOpen(): void;
  /** Returns the text of the response so far: one string for each message. */
  texts(): string[];
  length(): number;
  /** Returns the items in order. If no events contained items, returns those of `output`. */
  completedItems(output: Json | undefined): JsonObject[];
};

type OpenItem = { value: JsonObject; text: string; isComplete: boolean };

export function createResponseItemCollector(): ResponseItemCollector {
  const items = new Map<number, OpenItem>();
  const ids = new Set<string>();
  let length = 0;

  function beginItem({ item, output_index: index }: JsonObject): void {
    if (!isJsonObject(item) || typeof index !== 'number')
      throw new Error('the event has no "item" with an "output_index"');
    const { id } = item;
    if (items.has(index)) throw new Error(`there is already an item ${index}`);
    if (typeof id === 'string' && ids.has(id)) throw new Error(`there is already an item ${id}`);
    if (typeof id === 'string') ids.add(id);
    items.set(index, { value: item, text: '', isComplete: false });
  }

  function requireOpenItem({ output_index: index }: JsonObject): OpenItem {
    const item = typeof index === 'number' ? items.get(index) : undefined;
    if (item === undefined) throw new Error(`there is no item ${JSON.stringify(index ?? null)}`);
    if (item.isComplete) throw new Error(`the item ${index} is already done`);
    return item;
  }

  function addText(event: JsonObject): void {
    const item = requireOpenItem(event);
    if (typeof event.delta !== 'string') throw new Error('the event has no "delta"');
    length += event.delta.length;
    item.text += event.delta;
  }

  function finishItem(event: JsonObject): void {
    const item = requireOpenItem(event);
    if (!isJsonObject(event.item)) throw new Error('the event has no "item"');
    length += JSON.stringify(event.item).length;
    item.value = event.item;
    item.isComplete = true;
  }

  return {
    read(event, type) {
      if (type === 'response.output_item.added') beginItem(event);
      else if (type === 'response.output_text.delta' || type === 'response.refusal.delta') addText(event);
      else if (type === 'response.output_item.done') finishItem(event);
    },
    requireNoneOpen() {
      const unfinishedItem = [...items].find(([, { isComplete }]) => !isComplete);
      if (unfinishedItem !== undefined) throw new Error(`the item ${unfinishedItem[0]} of the response is not done`);
    },
    texts: () => [...items.values()].map(({ text }) => text),
    length: () => length,
    completedItems(output) {
      if (items.size === 0) return Array.isArray(output) ? output.filter(isJsonObject) : [];
      return [...items].toSorted(([left], [right]) => left - right).map(([, item]) => completeItem(item));
    },
  };
}

/** If a completed message contains no text, uses the streamed text. */
function completeItem({ value, text }: OpenItem): JsonObject {
  if (value.type !== 'message' || text === '' || joinOutputTexts(value) !== '') return value;
  return { ...value, content: [{ type: 'output_text', text, annotations: [] }] };
}
