export const keptByAgent = 'keeps its conversations itself, so that none can continue from the middle';
export const sharedState = 'shares a state with its user, and the state after a turn is not recorded';
