import { withoutUndefined } from '../../../values/index.ts';
import type { UiStreamChunk } from './chunks.ts';
import { isToolPart, type UiPart, type UiToolPart } from './ui-message.ts';

type ToolChunk = Extract<UiStreamChunk, { type: `tool-${string}` }>;
type NamedChunk = Extract<ToolChunk, { toolName: string }>;
type OutputChunk = Extract<ToolChunk, { type: `tool-output-${string}` }>;

/**
 * Handles a chunk about a tool call, by changing the parts of its message. Throws if the chunk is not allowed at this
 * point.
 */
export function applyToolChunk(parts: UiPart[], chunk: ToolChunk): void {
  switch (chunk.type) {
    case 'tool-input-start':
      if (findToolPart(parts, chunk.toolCallId) !== undefined)
        throw new Error(`there is already a call ${chunk.toolCallId}`);
      parts.push(createToolPart(chunk, 'input-streaming'));
      return;
    case 'tool-input-delta':
      requireToolPartInState(parts, chunk.toolCallId, ['input-streaming']);
      return;
    case 'tool-input-available':
    case 'tool-input-error':
      applyToolInput(parts, chunk);
      return;
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied':
      applyToolOutput(parts, chunk);
      return;
    case 'tool-approval-request': {
      const { approvalId: id, isAutomatic, signature } = chunk;
      const part = requireToolPartInState(parts, chunk.toolCallId, ['input-available']);
      part.state = 'approval-requested';
      part.approval = { id, ...withoutUndefined({ isAutomatic, signature }) };
      return;
    }
    case 'tool-approval-response': {
      const { approvalId: id, approved, reason } = chunk;
      const part = parts.filter(isToolPart).find(({ approval }) => approval?.id === id);
      if (part === undefined) throw new Error(`no approval ${id} was requested`);
      part.state = 'approval-responded';
      part.approval = { ...part.approval, id, approved, ...withoutUndefined({ reason }) };
      return;
    }
    default:
      chunk satisfies never;
  }
}

function applyToolInput(
  parts: UiPart[],
  chunk: Extract<ToolChunk, { type: 'tool-input-available' | 'tool-input-error' }>,
): void {
  const toolPart = findToolPart(parts, chunk.toolCallId);
  if (toolPart !== undefined && toolPart.state !== 'input-streaming') {
    throw new Error(`there is already a call ${chunk.toolCallId}`);
  }
  const part = toolPart ?? createToolPart(chunk, 'input-available');
  if (toolPart === undefined) parts.push(part);
  part.input = chunk.input;
  part.state = 'input-available';
  if (chunk.providerMetadata !== undefined) part.callProviderMetadata = chunk.providerMetadata;
  if (chunk.type !== 'tool-input-error') return;
  part.state = 'output-error';
  part.errorText = chunk.errorText;
}

function applyToolOutput(parts: readonly UiPart[], chunk: OutputChunk): void {
  const part = findToolPart(parts, chunk.toolCallId);
  if (part === undefined) throw new Error(`there is no call ${chunk.toolCallId}`);
  const isOpen = part.state !== 'input-streaming' && !(part.state.startsWith('output-') && part.preliminary !== true);
  // Allows the repetition: servers send the error of an invalid input once more as the error of the output.
  const isSameError = part.state === 'output-error' && chunk.type === 'tool-output-error';
  if (!isOpen && !isSameError) throw new Error(`the call ${chunk.toolCallId} is in the state ${part.state}`);
  if (chunk.type === 'tool-output-denied') {
    part.state = 'output-denied';
    return;
  }
  if (chunk.providerMetadata !== undefined) part.resultProviderMetadata = chunk.providerMetadata;
  if (chunk.type === 'tool-output-error') {
    part.state = 'output-error';
    part.errorText = chunk.errorText;
    return;
  }
  part.state = 'output-available';
  part.output = chunk.output;
  part.preliminary = chunk.preliminary;
}

function createToolPart(
  { toolCallId, toolName, dynamic, providerExecuted, providerMetadata }: NamedChunk,
  state: UiToolPart['state'],
): UiToolPart {
  const kind = dynamic === true ? { type: 'dynamic-tool', toolName } : { type: `tool-${toolName}` };
  return {
    ...kind,
    toolCallId,
    state,
    ...withoutUndefined({ providerExecuted, callProviderMetadata: providerMetadata }),
  };
}

function findToolPart(parts: readonly UiPart[], id: string): UiToolPart | undefined {
  return parts.filter(isToolPart).find(({ toolCallId }) => toolCallId === id);
}

function requireToolPartInState(
  parts: readonly UiPart[],
  id: string,
  states: readonly UiToolPart['state'][],
): UiToolPart {
  const part = findToolPart(parts, id);
  if (part === undefined) throw new Error(`there is no call ${id}`);
  if (!states.includes(part.state)) throw new Error(`the call ${id} is in the state ${part.state}`);
  return part;
}
