import type { AgUiEvent } from './events.ts';

type EventPart = { name: string; at: 'begin' | 'within' | 'end' };

/**
 * Checks that every text, call and step that begins also ends. Two parts of the same kind and id cannot be open at
 * once.
 */
export function createPartOrderCheck() {
  const open = new Set<string>();
  return {
    /** @throws an error for an event that continues something not open, or begins something already open */
    check(event: AgUiEvent): void {
      const part = toPart(event);
      if (part === undefined) return;
      const { name, at } = part;
      if (at === 'begin' && open.has(name)) throw new Error(`the ${name} has already begun`);
      if (at !== 'begin' && !open.has(name)) throw new Error(`the ${name} has not begun`);
      if (at === 'begin') open.add(name);
      if (at === 'end') open.delete(name);
    },
    /** @throws an error when something is still open */
    requireNoneOpen(): void {
      const [name] = open;
      if (name !== undefined) throw new Error(`the ${name} has not ended`);
    },
  };
}

function toPart(event: AgUiEvent): EventPart | undefined {
  switch (event.type) {
    case 'TEXT_MESSAGE_START':
      return { name: textLabel(event.messageId), at: 'begin' };
    case 'TEXT_MESSAGE_CONTENT':
      return { name: textLabel(event.messageId), at: 'within' };
    case 'TEXT_MESSAGE_END':
      return { name: textLabel(event.messageId), at: 'end' };
    case 'TOOL_CALL_START':
      return { name: callLabel(event.toolCallId), at: 'begin' };
    case 'TOOL_CALL_ARGS':
      return { name: callLabel(event.toolCallId), at: 'within' };
    case 'TOOL_CALL_END':
      return { name: callLabel(event.toolCallId), at: 'end' };
    case 'STEP_STARTED':
      return { name: stepLabel(event), at: 'begin' };
    case 'STEP_FINISHED':
      return { name: stepLabel(event), at: 'end' };
    default:
      return undefined;
  }
}

function textLabel(id: string): string {
  return `text ${JSON.stringify(id)}`;
}

function callLabel(id: string): string {
  return `tool call ${JSON.stringify(id)}`;
}

function stepLabel({ stepName: name, subagentRunId }: { stepName: string; subagentRunId?: string | null | undefined }) {
  const owner = typeof subagentRunId === 'string' ? ` of sub-agent ${JSON.stringify(subagentRunId)}` : '';
  return `step ${JSON.stringify(name)}${owner}`;
}
