/** A conversation case with a comment line and CRLF line ends, both of which edits must preserve. */
export const conversationCaseText = [
  '{"id": "D", "name": "A talk",',
  '  // who plays the user',
  '  "simulator": "shopper",',
  '  "checkpoints": [',
  '    {"id": "first", "assert": {"type": "contains", "value": "id"}},',
  '    // the end',
  '    {"id": "second", "after": ["first"], "assert": [{"type": "tool_called", "value": "refund_payment"}]}',
  '  ], "max_turns": 6}',
].join('\r\n');
