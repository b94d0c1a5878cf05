import { isJsonObject, type Json } from '../../values/index.ts';

/** Collects tool calls and joins those that arrive in pieces. */
export type CallPieces = { add(item: Json): void; whole(): Json[] };

type Piece = { index: number; id: Json | undefined; text: string };
type BegunCall = { item: Json; id?: Json | undefined; texts?: string[] };

/**
 * Chat completions stream a call in pieces: the first has its id and name, later ones have its `index` and continue
 * the text of its arguments. A piece with another id begins another call.
 */
export function createCallPieces(): CallPieces {
  const calls: BegunCall[] = [];
  const open = new Map<number, BegunCall>();
  return {
    add(item) {
      const piece = pieceIn(item);
      if (piece === undefined) {
        calls.push({ item });
        return;
      }
      const openCall = open.get(piece.index);
      if (openCall !== undefined && (piece.id === undefined || piece.id === openCall.id)) {
        openCall.texts?.push(piece.text);
        return;
      }
      const call: BegunCall = { item, id: piece.id, texts: [piece.text] };
      open.set(piece.index, call);
      calls.push(call);
    },
    whole: () => calls.map(joinPieces),
  };
}

function pieceIn(item: Json): Piece | undefined {
  if (!isJsonObject(item) || typeof item.index !== 'number' || !isJsonObject(item.function)) return undefined;
  const { arguments: text = '' } = item.function;
  return typeof text === 'string' ? { index: item.index, id: item.id ?? undefined, text } : undefined;
}

function joinPieces({ item, texts }: BegunCall): Json {
  if (texts === undefined || !isJsonObject(item) || !isJsonObject(item.function)) return item;
  return { ...item, function: { ...item.function, arguments: texts.join('') } };
}
