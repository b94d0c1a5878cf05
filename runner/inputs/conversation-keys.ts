/** The keys that only conversations have: one of them makes a case one. */
export const conversationKeys = ['simulator', 'checkpoints', 'turns', 'never'] as const;
