export const AGENT_STORES_CONVERSATIONS_REASON =
  'stores its conversations itself, so a test cannot continue one from the middle';
export const SHARED_STATE_REASON = 'shares a state with its user, and that state is not recorded after each turn';
