type Context = { assistant_id: string; authorized: { user_id: string } };

/** Forwards the conversation to a human (the hook `Next` of the assistant). */
export function Next(ctx: Context, { messages }: { messages: { content: string }[] }) {
  const note = { from: ctx.authorized.user_id, text: messages.at(-1)?.content };
  return { data: { message: 'A librarian will call you.', note, by: ctx.assistant_id } };
}
