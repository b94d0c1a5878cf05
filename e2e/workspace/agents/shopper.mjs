/** Plays a customer: reads the whole conversation and says what comes next. */
export default function shopper({ messages, input }) {
  const request = JSON.parse(typeof input === 'string' ? input : String(messages.at(-1)?.content));
  const last = request.conversation.findLast((message) => message.role === 'assistant')?.content ?? '';
  return JSON.stringify(nextMessage(request, String(last)));
}

function nextMessage({ persona = '', turn_number: turn }, last) {
  if (turn === 1) return { message: 'I want my money back.', reasoning: 'Open with the complaint, as the goal says.' };
  if (/order id/i.test(last)) {
    if (/forgetful/i.test(persona))
      return { message: 'I do not have it at hand.', reasoning: 'This person never finds anything.' };
    return { message: 'It is 88213.', reasoning: 'The assistant needs the order id, and I know it.' };
  }
  if (/shall i refund/i.test(last)) return { message: 'Yes, please.', reasoning: 'The amount is right, so I confirm.' };
  if (/not possible/i.test(last))
    return {
      message: 'Then I will write a bad review.',
      goal_achieved: true,
      reasoning: 'There is nothing left to try.',
    };
  if (/on its way/i.test(last)) return { message: '', goal_achieved: true, reasoning: 'The money is coming back.' };
  return { message: 'I really want my money back.', reasoning: 'Insist: nothing has happened yet.' };
}
