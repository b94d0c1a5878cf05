import type { ToolCall } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../../values/index.ts';
import type { YaoMessage } from './messages.ts';

type OpenToolCall = { id: string | undefined; name: string; argumentsText: string };

/**
 * Collects tool calls that arrive in pieces. The first piece contains the name, and the arguments are joined from all
 * pieces.
 */
export function createOpenToolCalls() {
  const calls = new Map<string, OpenToolCall>();
  let length = 0;

  function addCallPiece(messageId: string, piece: JsonObject): void {
    const key = `${messageId} ${String(piece.index ?? 0)}`;
    const call = calls.get(key) ?? { id: undefined, name: '', argumentsText: '' };
    const { name, arguments: argumentText } = getFunctionFields(piece);
    call.id = typeof piece.id === 'string' && piece.id !== '' ? piece.id : call.id;
    if (typeof name === 'string' && name !== '') call.name = name;
    const text = isJsonObject(argumentText) ? JSON.stringify(argumentText) : argumentText;
    if (typeof text === 'string') call.argumentsText += text;
    length += typeof text === 'string' ? text.length : 0;
    calls.set(key, call);
  }

  return {
    take({ message_id: messageId = '', props }: YaoMessage): void {
      const pieceList = props?.calls;
      const pieces = Array.isArray(pieceList) ? pieceList.filter(isJsonObject) : [props ?? {}];
      for (const piece of pieces) addCallPiece(messageId, piece);
    },
    length: () => length,
    /**
     * Returns the calls.
     * @throws an `AgentError` for an incomplete call
     */
    whole: (): ToolCall[] => [...calls.values()].map(toCompletedCall),
  };
}

/** Some servers use the format of the OpenAI API, in which the fields are in `function`. */
function getFunctionFields(piece: JsonObject): JsonObject {
  return isJsonObject(piece.function) ? piece.function : piece;
}

function toCompletedCall({ id, name, argumentsText }: OpenToolCall): ToolCall {
  if (name === '') throw new AgentError(`called a tool without its name (${argumentsText.slice(0, 100)})`, 'agent');
  const parsedArguments: Json | undefined = argumentsText === '' ? {} : tryParseJson(argumentsText);
  if (parsedArguments === undefined) {
    throw new AgentError(
      `the arguments of its call to ${name} are incomplete: ${argumentsText.slice(0, 100)}`,
      'agent',
    );
  }
  return { ...(id === undefined ? {} : { id }), ...splitToolName(name), arguments: parsedArguments };
}

/** Splits a name that Yao writes as `<server>__<tool>`, where the id of the server contains `_` instead of dots. */
function splitToolName(name: string): Pick<ToolCall, 'server' | 'tool'> {
  const [server = '', tool, otherParts] = name.split('__');
  if (tool === undefined || otherParts !== undefined || server === '') return { tool: name };
  return { server: server.replaceAll('_', '.'), tool };
}
