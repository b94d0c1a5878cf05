/** Keys that only conversations have: any of them makes a case a conversation. */
export const conversationKeys = ['simulator', 'checkpoints', 'turns', 'never'] as const;
