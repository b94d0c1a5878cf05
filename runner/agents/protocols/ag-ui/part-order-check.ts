import type { AgUiEvent } from './events.ts';

type EventPartPosition = { name: string; at: 'begin' | 'within' | 'end' };

/**
 * Checks that every text, call and step that begins also ends. Two parts of the same kind must not be open with the
 * same id.
 */
export function createPartOrderCheck() {
  const openParts = new Set<string>();
  return {
    /**
     * Checks the next event.
     * @throws an error for an event that continues a part that is not open, or begins a part that is already open
     */
    check(event: AgUiEvent): void {
      const part = toEventPartPosition(event);
      if (part === undefined) return;
      const { name, at } = part;
      if (at === 'begin' && openParts.has(name)) throw new Error(`the ${name} has already begun`);
      if (at !== 'begin' && !openParts.has(name)) throw new Error(`the ${name} has not begun`);
      if (at === 'begin') openParts.add(name);
      if (at === 'end') openParts.delete(name);
    },
    /**
     * Checks the end of the run.
     * @throws an error if a text, call or step is still open
     */
    requireNoneOpen(): void {
      const [name] = openParts;
      if (name !== undefined) throw new Error(`the ${name} has not ended`);
    },
  };
}

function toEventPartPosition(event: AgUiEvent): EventPartPosition | undefined {
  switch (event.type) {
    case 'TEXT_MESSAGE_START':
      return { name: formatTextLabel(event.messageId), at: 'begin' };
    case 'TEXT_MESSAGE_CONTENT':
      return { name: formatTextLabel(event.messageId), at: 'within' };
    case 'TEXT_MESSAGE_END':
      return { name: formatTextLabel(event.messageId), at: 'end' };
    case 'TOOL_CALL_START':
      return { name: formatCallLabel(event.toolCallId), at: 'begin' };
    case 'TOOL_CALL_ARGS':
      return { name: formatCallLabel(event.toolCallId), at: 'within' };
    case 'TOOL_CALL_END':
      return { name: formatCallLabel(event.toolCallId), at: 'end' };
    case 'STEP_STARTED':
      return { name: formatStepLabel(event), at: 'begin' };
    case 'STEP_FINISHED':
      return { name: formatStepLabel(event), at: 'end' };
    default:
      return undefined;
  }
}

function formatTextLabel(id: string): string {
  return `text ${JSON.stringify(id)}`;
}

function formatCallLabel(id: string): string {
  return `tool call ${JSON.stringify(id)}`;
}

function formatStepLabel({
  stepName: name,
  subagentRunId,
}: {
  stepName: string;
  subagentRunId?: string | null | undefined;
}) {
  const owner = typeof subagentRunId === 'string' ? ` of sub-agent ${JSON.stringify(subagentRunId)}` : '';
  return `step ${JSON.stringify(name)}${owner}`;
}
