/** Keys that only conversations have: a case with one of them is a conversation. */
export const conversationKeys = ['simulator', 'checkpoints', 'turns', 'never'] as const;
