import { isJsonObject, type Json } from '../values/index.ts';
import type { JudgedContent } from './judge-request.ts';

type CheckedQuotation = { quote: string | undefined; turn: number | undefined };

/**
 * Returns why a quote is not a proof. Undefined if there is no quote, or if the quoted turn contains it word for word.
 */
export function findQuoteProblem(
  { quote, turn }: CheckedQuotation,
  { turns, judgedTurn, state }: JudgedContent,
): string | undefined {
  if (quote === undefined) return undefined;
  const words = JSON.stringify(quote);
  if (turn === undefined) {
    if (state !== undefined && isQuotedFrom(quote, [state])) return undefined;
    return `the judge quotes ${words} without naming a turn`;
  }
  const quotedTurn = turns.find((each) => each.turn === turn);
  if (quotedTurn === undefined) return `the judge quotes ${words} from turn ${turn}, which does not exist`;
  const { turn: _, ...turnText } = quotedTurn;
  if (!isQuotedFrom(quote, turnText)) {
    const otherTurn = turns.find(({ turn: number, ...others }) => number !== turn && isQuotedFrom(quote, others));
    const whereQuoted =
      otherTurn === undefined ? 'the quote is nowhere in the conversation' : `the quote is in turn ${otherTurn.turn}`;
    return `the judge quotes ${words} from turn ${turn}, but ${whereQuoted}`;
  }
  if (judgedTurn === undefined || turn === judgedTurn) return undefined;
  return `the judge quotes turn ${turn}, but only turn ${judgedTurn} is judged`;
}

/**
 * Compares texts with every run of white space replaced by one space. In JSON, white space between tokens is ignored.
 */
function isQuotedFrom(quote: string, value: Json): boolean {
  const collapsedQuote = collapseWhiteSpace(quote);
  if (collapsedQuote === '') return false;
  for (const text of listTextsInValue(value)) if (collapseWhiteSpace(text).includes(collapsedQuote)) return true;
  const quoteWithoutSpace = removeWhiteSpace(quote);
  for (const part of listContainersInValue(value))
    if (removeWhiteSpace(JSON.stringify(part)).includes(quoteWithoutSpace)) return true;
  return false;
}

function* listTextsInValue(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) yield* listTextsInValue(part);
}

/** Returns the objects and lists in a turn as text. Models receive data as JSON, so they quote from it. */
function* listContainersInValue(value: Json): Generator<Json> {
  if (!isJsonObject(value)) {
    yield value;
    return;
  }
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) yield part;
}

function collapseWhiteSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function removeWhiteSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
