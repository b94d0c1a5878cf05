import { isJsonObject, type Json } from '../../values/index.ts';

/** Collects tool calls, and joins those that arrive in pieces. */
export type ToolCallAssembler = { addItem(item: Json): void; toCompleteCalls(): Json[] };

type ArgumentsPiece = { index: number; id: Json | undefined; text: string };
type PartialCall = { item: Json; id?: Json | undefined; texts?: string[] };

/**
 * Adds a tool call or a piece of one. In streamed chat completions, the first piece of a call has its id and name;
 * later pieces have the same `index` and continue its arguments. A piece with another id begins a new call.
 */
export function createToolCallAssembler(): ToolCallAssembler {
  const calls: PartialCall[] = [];
  const openCalls = new Map<number, PartialCall>();
  return {
    addItem(item) {
      const piece = parseCallPiece(item);
      if (piece === undefined) {
        calls.push({ item });
        return;
      }
      const openCall = openCalls.get(piece.index);
      if (openCall !== undefined && (piece.id === undefined || piece.id === openCall.id)) {
        openCall.texts?.push(piece.text);
        return;
      }
      const call: PartialCall = { item, id: piece.id, texts: [piece.text] };
      openCalls.set(piece.index, call);
      calls.push(call);
    },
    toCompleteCalls: () => calls.map(joinArgumentPieces),
  };
}

function parseCallPiece(item: Json): ArgumentsPiece | undefined {
  if (!isJsonObject(item) || typeof item.index !== 'number' || !isJsonObject(item.function)) return undefined;
  const { arguments: text = '' } = item.function;
  return typeof text === 'string' ? { index: item.index, id: item.id ?? undefined, text } : undefined;
}

function joinArgumentPieces({ item, texts }: PartialCall): Json {
  if (texts === undefined || !isJsonObject(item) || !isJsonObject(item.function)) return item;
  return { ...item, function: { ...item.function, arguments: texts.join('') } };
}
