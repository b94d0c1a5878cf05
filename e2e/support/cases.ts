const shopper = { use: 'shopper', options: { metadata: { persona: 'Patient customer', goal: 'Get the money back' } } };

/** A conversation of three turns; turn n waits until the gate `<id>-n` opens. */
export function gatedConversation(id: string): string {
  return JSON.stringify({
    id,
    name: `Refund ${id}`,
    input: 'I want my money back.',
    options: { metadata: { gates: [`${id}-1`, `${id}-2`, `${id}-3`] } },
    simulator: shopper,
    checkpoints: [
      { id: 'ask_order', assert: { type: 'contains', value: 'order id' } },
      { id: 'lookup', after: ['ask_order'], assert: { type: 'tool_called', value: 'lookup_order' } },
      { id: 'refund', after: ['lookup'], assert: { type: 'tool_called', value: 'refund_payment' } },
    ],
  });
}

export function standardCase(id: string, parts: Record<string, unknown> = {}): string {
  return JSON.stringify({ id, input: `hello ${id}`, assert: { type: 'contains', value: 'hello' }, ...parts });
}

/** Formats cases as JSON Lines. */
export function suite(...lines: string[]): string {
  return `${lines.join('\n')}\n`;
}
