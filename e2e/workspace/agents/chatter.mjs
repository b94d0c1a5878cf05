/** An agent that simulates a user who never ends the conversation. */
export default function chatter({ metadata }) {
  return { next: { message: `Question ${metadata?.turn_number ?? 1}, please.`, goal_achieved: false } };
}
