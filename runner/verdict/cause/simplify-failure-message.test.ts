import { describe, expect, it } from 'vitest';
import { extractPlainExcerpt, removeMarkdown, simplifyFailureMessage } from './simplify-failure-message.ts';

const contains = (expectedText: string, actualText: string) =>
  `expected output to contain ${JSON.stringify(expectedText)}, got ${JSON.stringify(actualText)}`;

describe('a message for people', () => {
  it('has no escapes and no Markdown in what came', () => {
    expect(simplifyFailureMessage(contains('250 riyal', 'The visit costs **200** "riyal" 💸\n\nPay `here`.'))).toBe(
      'expected output to contain "250 riyal", got "The visit costs 200 "riyal" 💸 Pay here."',
    );
  });

  it('keeps Markdown where it is what differs, or what is expected', () => {
    expect(simplifyFailureMessage(contains('costs 200 riyal', 'It costs **200** riyal'))).toContain(
      'got "It costs **200** riyal"',
    );
    expect(simplifyFailureMessage(contains('**250**', 'It costs **200** riyal'))).toContain(
      'got "It costs **200** riyal"',
    );
  });

  it('shows line breaks and Markdown where only they keep the expected words apart', () => {
    expect(simplifyFailureMessage(contains('one two', 'one\ntwo'))).toContain('got "one⏎two"');
  });

  it('shows what must not be said, however long its sentence is', () => {
    const message = `expected output not to contain "secret word", got ${JSON.stringify('long '.repeat(40))}… (420 characters)`;
    expect(simplifyFailureMessage(message, `${'long '.repeat(60)}a secret word ${'long '.repeat(60)}`)).toMatch(
      /a secret word/g,
    );
  });

  it('shows the words nearest to the expected ones, from the whole answer', () => {
    const answer = `${'Be kind to all. '.repeat(30)}The letter of a doctor is needed. ${'Come early. '.repeat(30)}`;
    const message = `expected output to contain "referral of the doctor", got ${JSON.stringify(answer.slice(0, 200))}… (${answer.length} characters)`;
    const words = simplifyFailureMessage(message, answer);
    expect(words).toMatch(/got "….*The letter of a doctor is needed\. Come early.*…"$/);
    expect(words.length).toBeLessThan(260);
    expect(simplifyFailureMessage(message)).toMatch(/got "Be kind to all\..*…"$/);
  });

  it('is not misled by an expected text that reads like a result', () => {
    expect(simplifyFailureMessage(contains('a, got "b\n', 'c **d**'))).toBe(
      String.raw`expected output to contain "a, got \"b\n", got "c d"`,
    );
  });

  it('leaves data, and messages without a value, as they are', () => {
    for (const message of [
      'expected $.a to equal 1, got {"a":"b\\nc"}',
      'tool "x" was not called',
      'expected a, got "',
    ]) {
      expect(simplifyFailureMessage(message)).toBe(message);
    }
  });
});

it('cuts an excerpt between words, and never within a character', () => {
  expect(extractPlainExcerpt('😀'.repeat(200), [])).toMatch(/^(?:😀)+…$/u);
  expect(extractPlainExcerpt('كلمة '.repeat(100), [])).toMatch(/كلمة…$/);
});

it('takes the words of Markdown, and names with underscores as they are', () => {
  const text =
    '# One\n\n> *two* **three *four* five** __six__\n- [seven](https://a.example/b)\n\n| a | b |\n| --- | --: |\n| `1` | 2 |\n\n```json\nsnake_case_name\n```\n2 * 3 * 4';
  expect(
    removeMarkdown(text)
      .split(/\n+/)
      .map((line) => line.trim()),
  ).toEqual(['One', 'two three four five six', 'seven', 'a · b', '1 · 2', 'snake_case_name', '2 * 3 * 4']);
});
