import { describe, expect, it } from 'vitest';
import { findAskedFacts } from './asked-facts.ts';

const facts = [
  { name: 'order number', value: 'W2378156', aliases: [] },
  { name: 'number', value: '7781', aliases: [] },
  { name: 'e-mail', value: 'a@b.example', aliases: [] },
  { name: 'phone number', value: '+1 555 010 9999', aliases: ['contact'] },
  { name: 'address', value: '12 Main Street', aliases: [] },
  { name: 'date of birth', value: '1990-03-05', aliases: [] },
  { name: 'number of guests', value: '2', aliases: [] },
  { name: 'name', value: 'Ann Lee', aliases: [] },
];
const unknown = ['loyalty number'];

function asked(message: string): string[] {
  const { facts: named, unknown: missing } = findAskedFacts(message, { facts, unknown });
  return [...named.map(({ name }) => name), ...missing];
}

describe('what a message asks for', () => {
  it.each([
    ['a question', 'What is your order number?', ['order number']],
    ['a question with other marks', 'Order number？', ['order number']],
    ['a request with please', 'Please give me the order number.', ['order number']],
    ['I need', 'I need your order number.', ['order number']],
    ['an imperative', 'Provide the order number.', ['order number']],
    ['could you', 'Could you share the order number', ['order number']],
    ['words in another order', 'What is the number of the order?', ['order number']],
    ['the plural', 'What are the order numbers?', ['order number']],
    ['Markdown', 'Please provide your **order number**.', ['order number']],
    ['a synonym', 'What is your email address?', ['e-mail']],
    ['a synonym of a part', 'What is the order ID?', ['order number']],
    ['an abbreviation', 'Could you tell me the order no.?', ['order number']],
    ['a short form', 'What is your phone?', ['phone number']],
    ['an alias', 'Which contact should we use?', ['phone number']],
    ['how many', 'How many guests?', ['number of guests']],
    ['another phrase', 'When were you born?', ['date of birth']],
    ['several in one sentence', 'What are your order number and e-mail?', ['order number', 'e-mail']],
    ['a shared noun', 'Your order and phone number, please.', ['order number', 'phone number']],
    ['a list', 'Please provide:\n- order number\n- e-mail\n', ['order number', 'e-mail']],
    ['something unknown', 'What is your loyalty number?', ['loyalty number']],
    ['after a statement', 'I could not find your booking. What is your e-mail?', ['e-mail']],
    ['after something that it does not find', "I can't find it, could you send the order number?", ['order number']],
    ['the shorter name, on its own', 'Which number?', ['number']],
    ['the shorter name beside the longer', 'Your order number, and what is the number?', ['order number', 'number']],
  ])('%s', (_, message, expected) => {
    expect(asked(message)).toEqual(expected);
  });

  it.each([
    ['a statement', 'Your order number is on the invoice.'],
    ['never', 'Please never share your order number.'],
    ['do not', "Please don't send me your e-mail."],
    ['no need', 'There is no need for your phone number, please wait.'],
    ['not needed', 'Your address is not needed, please wait.'],
    ['thanks', 'Thank you for your order number, what is wrong with the lamp?'],
    ['what the agent has', 'I have your e-mail, what is wrong with the lamp?'],
    ['what the agent does', "I'll send a confirmation to your e-mail, please wait."],
    ['what it tells', 'Your order number is W2378156, shall I go on?'],
    ['an exception', 'Could you describe the lamp without your address?'],
    ['a longer phrase', 'What is your birthday cake?'],
    ['a closing question', 'Do you need any further help with your order number?'],
    ['an empty message', ''],
  ])('nothing: %s', (_, message) => {
    expect(asked(message).filter((name) => name !== 'date of birth')).toEqual([]);
  });

  it('does not take a word of a longer phrase for a name', () => {
    const onlyAddress = facts.filter(({ name }) => name === 'address');
    expect(findAskedFacts('What is your e-mail address?', { facts: onlyAddress, unknown }).facts).toEqual([]);
  });

  it('finds values that are read back', () => {
    const { readBack } = findAskedFacts('Is it W-2378156?', { facts, unknown });
    expect(readBack.map(({ name }) => name)).toEqual(['order number']);
  });

  it.each([
    ['information', 'What colour is the lamp?'],
    ['information', 'Please tell me the colour.'],
    ['consent', 'Shall I go ahead?'],
    ['consent', 'Please confirm that I may go ahead.'],
    ['goal', 'How can I help you today?'],
    ['goal', 'What would you like to do?'],
    ['closing', 'Is there anything else I can do?'],
  ] as const)('asks for %s: %s', (asks, message) => {
    expect(findAskedFacts(message, { facts, unknown }).sentences.map((sentence) => sentence.asks)).toEqual([asks]);
  });
});
