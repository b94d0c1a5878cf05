import type { Answered, Asked, Context, Decision } from './hook-types';

/** Called before the model: children get a different prompt, and complaints are delegated to the desk. */
export function Create(ctx: Context, messages: Asked[]): Decision {
  const said = messages.at(-1)?.content ?? '';
  if (/complain|fine|fee/i.test(said)) return { delegate: { agent_id: 'library-desk', messages } };
  ctx.memory.chat.Incr('questions');
  return ctx.metadata.age === 'child' ? { prompt_preset: 'children' } : {};
}

/** Called after the model and its tools; assertions judge the returned value. */
export function Next(ctx: Context, { completion, tools }: Answered) {
  const book = tools?.at(0)?.result;
  if (book === undefined || book === null) return null;
  const found = book.copies > 0 ? `${book.title} is on the shelf.` : `${book.title} is lent out.`;
  ctx.Send(found);
  return { data: { found, book, said: completion.content, questions: ctx.memory.chat.Get('questions') } };
}
