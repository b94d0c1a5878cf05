export const keptByAgent = 'stores its conversations itself, so a test cannot continue one from the middle';
export const sharedState = 'shares a state with its user, and that state is not recorded after each turn';
