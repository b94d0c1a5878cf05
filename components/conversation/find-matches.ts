import { type Json, longTextOf, shownText } from '@/runner/contract';
import type { PastMessage, TurnView } from './conversation-model';
import { foldKey } from './fold-key';

/** A piece of a conversation that can be searched: how it is marked in the document, and what must be open to show it. */
type Part = { name: string; text: string; opens?: string[] };

/** The `nth` place, from 0, in a part of an item at which the words are. */
export type Match = { item: number; part: string; nth: number; opens: readonly string[] };

export type SearchItem =
  | { type: 'past'; key: string; message: PastMessage }
  | { type: 'turn'; key: string; view: TurnView };

/** Where a conversation has these words, in order, whatever their case. */
export function findMatches(items: readonly SearchItem[], words: string): Match[] {
  const wanted = words.toLowerCase();
  if (wanted === '') return [];
  return items.flatMap((item, index) =>
    partsOf(item).flatMap(({ name, text, opens = [] }) =>
      Array.from({ length: countIn(text, wanted) }, (_, nth) => ({ item: index, part: name, nth, opens })),
    ),
  );
}

/** Whether a text did not come along, so that only its beginning is searched. */
export function hasLongTexts(items: readonly SearchItem[]): boolean {
  return items.some((item) => textsOf(item).some((text) => longTextOf(text) !== undefined));
}

function partsOf(item: SearchItem): Part[] {
  if (item.type === 'past') return [messagePart(item.key, item.message.text)];
  const { turn, user, toolCalls, answer, error } = item.view;
  return [
    ...(user === undefined ? [] : [messagePart(`turn ${turn} user`, user.text)]),
    ...toolCalls.map((call, position) => {
      const name = `turn ${turn} tool ${position}`;
      const said = [call.arguments, call.result].map(textOf).join('\n');
      return { name, text: `${call.tool}\n${said}\n${shownText(call.error ?? '')}`, opens: [name] };
    }),
    ...(answer === undefined ? [] : [messagePart(`turn ${turn} agent`, answer.text)]),
    ...(answer?.next === undefined ? [] : [{ name: `turn ${turn} next`, text: textOf(answer.next) }]),
    ...(error === undefined ? [] : [{ name: `turn ${turn} error`, text: shownText(error) }]),
  ];
}

function messagePart(name: string, text: string): Part {
  return { name, text: shownText(text), opens: [foldKey(text)] };
}

function textsOf(item: SearchItem): Json[] {
  if (item.type === 'past') return [item.message.text];
  const { user, toolCalls, answer } = item.view;
  const values = [
    user?.text,
    ...toolCalls.flatMap((call) => [call.arguments, call.result]),
    answer?.text,
    answer?.next,
  ];
  return values.filter((value) => value !== undefined);
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? shownText(value) : JSON.stringify(value, undefined, 2);
}

function countIn(text: string, wanted: string): number {
  return text.toLowerCase().split(wanted).length - 1;
}
