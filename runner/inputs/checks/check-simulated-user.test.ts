import { describe, expect, it } from 'vitest';
import { parseCases } from '../parse-cases.ts';

const asserted = '"assert": {"type": "tool_called", "name": "refund"}';

function read(simulator: string, assert = asserted) {
  const text = `{"id": "a", ${assert},\n "simulator": ${simulator}}`;
  return parseCases({ text, file: 's.jsonl', hashOf: () => 'hash' });
}

/** Returns the problems found in a case, as `line:column: message`. */
function problems(simulator: string, assert?: string): string[] {
  const { problems: errors, warnings } = read(simulator, assert);
  return [...errors, ...warnings].map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

describe('a simulator with a goal', () => {
  it.each([
    '{"goal": "get a refund"}',
    '{"goal": ["get a refund", "cancel it"], "facts": {"order number": "W1", "guests": 2, "e-mail": {"value": "a@b.c", "aliases": ["contact"]}}, "unknown": ["phone"], "persona": "in a hurry", "traits": ["terse", "push_back"], "give_up": 1, "language": "en-GB", "seed": 7, "by": "rules"}',
    '{"goal": "hol das Geld", "language": "de", "by": "model"}',
  ])('is read: %s', (simulator) => {
    const { cases, problems: foundProblems } = read(simulator);
    expect(foundProblems).toEqual([]);
    expect(cases[0]).toMatchObject({ kind: 'dynamic', simulator: JSON.parse(simulator) });
  });

  it.each([
    ['{"goal": ""}', '2:24: "simulator.goal" must not be empty'],
    ['{"goal": []}', '2:24: "simulator.goal" must not be empty'],
    ['{"goal": 3}', '2:24: "simulator.goal" must be a text or a list, not the number 3'],
    ['{"facts": {"a": "b"}}', '2:15: "simulator" needs "goal" for the built-in user, or "use" for an agent'],
    ['{"use": "guest", "goal": "x"}', '2:40: "goal" is for the built-in user, which "use" replaces; keep one of them'],
    [
      '{"use": "guest", "facts": {"a": "b"}}',
      '2:41: "facts" is for the built-in user, which "use" replaces; keep one of them',
    ],
    ['{"goal": "x", "options": {}}', '2:40: "options" is for agents; a simulator without "use" is the built-in user'],
    [
      '{"goal": "x", "traits": ["ters"]}',
      '2:40: "simulator.traits[0]" must be one of terse, typos, lowercase, split_messages, push_back, volunteers, not "ters"',
    ],
    [
      '{"goal": "x", "facts": {"order": true}}',
      '2:48: "simulator.facts.order" must be a text, a number or an object, not true',
    ],
    [
      '{"goal": "x", "facts": {"order": {"value": null}}}',
      '2:58: "simulator.facts.order.value" must be a text or a number, not null',
    ],
    ['{"goal": "x", "facts": ["order"]}', '2:38: "simulator.facts" must be an object, not a list'],
    [
      '{"goal": "x", "persona": "furious, interrupts the agent"}',
      '2:29: "persona" changes nothing that this user does, because rules play it; add "by": "model"',
    ],
    [
      '{"goal": "x", "persona": "furious, refuses to give the order number"}',
      '2:29: "persona" does not change what this user tells; to withhold a fact, name it in "unknown" and not in "facts"',
    ],
    [
      '{"goal": "x", "by": "model", "persona": "does not tell her e-mail address"}',
      '2:44: "persona" does not change what this user tells; to withhold a fact, name it in "unknown" and not in "facts"',
    ],
    ['{"goal": "x", "give_up": 0}', '2:40: "simulator.give_up" must be greater than 0'],
    ['{"goal": "x", "language": "de"}', '2:41: the user by rules speaks English, not "de"; add "by": "model"'],
    ['{"goal": "x", "gaol": "y"}', '2:29: unknown key "gaol"'],
    [
      '{"goal": "x", "facts": {"e-mail": "a@b.c", "email address": "d@e.f"}}',
      '2:58: fact "email address" is asked for with the same words as "e-mail"; rename one',
    ],
    [
      '{"goal": "x", "facts": {"phone": "555"}, "unknown": ["phone number"]}',
      '2:68: "phone number" is asked for with the same words as "phone"; keep one',
    ],
    ['{"goal": "x", "facts": {"?": "555"}}', '2:39: fact "?" has no word that an agent could ask with'],
  ])('is refused: %s', (simulator, message) => {
    expect(problems(simulator)).toEqual([message]);
  });
});

it('warns of facts without words of another language', () => {
  const facts = '{"order number": "W1", "phone": {"value": "555", "aliases": ["Telefon"]}}';
  expect(problems(`{"goal": "hol das Geld", "language": "de", "by": "model", "facts": ${facts}}`)).toEqual([
    '2:83: fact "order number" has no "aliases": a question in "de" may not be recognised',
  ]);
});

describe('the assertion `elicited`', () => {
  const assertElicited = (value: string): string => `"assert": {"type": "elicited", "value": ["${value}"]}`;
  const user = '{"goal": "cancel order W2378156", "facts": {"order number": "W2378156", "e-mail": "a@b.example"}}';

  it('is read', () => {
    expect(problems(user, assertElicited('e-mail'))).toEqual([]);
  });

  it.each([
    ['"guest"', 'e-mail', '1:32: "elicited" needs the built-in user: a "simulator" with a "goal" and "facts"'],
    [user, 'e-mails', '1:54: the user has no fact "e-mails"'],
    [
      user,
      'order number',
      '1:54: the user tells "order number" in its goal or input, so the agent need not ask for it',
    ],
  ])('is refused: %s', (simulator, value, message) => {
    expect(problems(simulator, assertElicited(value))).toEqual([message]);
  });

  it('is refused in a single turn', () => {
    const rules = `"never": {"type": "elicited", "value": ["e-mail"]}, ${asserted}`;
    expect(problems(user, rules)).toEqual([
      '1:31: "elicited" needs the whole conversation, so it cannot be used in "never"; write it under "assert"',
    ]);
  });
});
