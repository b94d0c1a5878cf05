import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { readPrompts, toPromptMessages } from './prompts.ts';

const values = {
  now: new Date(2026, 0, 5, 9, 7, 3),
  variables: { REGION: 'EU', EMPTY: '' },
  context: { LOCALE: 'en-us', persona: 'a pirate' },
};

function filled(content: string): string {
  const [message] = toPromptMessages([{ role: 'system', content }], values);
  return String(message?.content);
}

describe('prompts', () => {
  it.each([
    ['$SYS.DATETIME on a $SYS.WEEKDAY', '2026-01-05 09:07:03 on a Monday'],
    ['$SYS.YEAR/$SYS.MONTH/$SYS.DAY $SYS.HOUR:$SYS.MINUTE:$SYS.SECOND', '2026/01/05 09:07:03'],
    ['$SYS.DATE, $SYS.TIME.', '2026-01-05, 09:07:03.'],
    ['$SYS.UNKNOWN stays', '$SYS.UNKNOWN stays'],
    ['in $ENV.REGION, not $ENV.NOWHERE', 'in EU, not '],
    ['$CTX.LOCALE as $CTX.persona, $CTX.nothing', 'en-us as a pirate, '],
    ['{{ name }} costs $5', '{{ name }} costs $5'],
  ])('turn %j into %j', (template, text) => {
    expect(filled(template)).toBe(text);
  });

  it('come from prompts.yml in its order, with assets put in as plain text', async () => {
    const dir = await createTemporaryWorkspace({
      'prompts.yml':
        '- role: system\n  content: @assets/rules.md\n- role: user\n  name: ada\n  content: |\n    Hello\n',
      'assets/rules.md': '# Rules: "be kind"\n- never: lie',
    });
    expect(readPrompts(dir)).toEqual([
      { role: 'system', content: '# Rules: "be kind"\n- never: lie\n' },
      { role: 'user', name: 'ada', content: 'Hello\n' },
    ]);
  });

  it('may be absent or empty', async () => {
    const dir = await createTemporaryWorkspace({ 'empty/prompts.yml': '# nothing yet\n' });
    expect(readPrompts(dir)).toEqual([]);
    expect(readPrompts(path.join(dir, 'empty'))).toEqual([]);
  });

  it.each([
    ['another shape', 'role: system\n', /prompts\.yml:1:1: the value: prompts are a list of \{role, content\}$/],
    ['a role that is none', '- role: system\n  content: x\n- role: sytem\n  content: y\n', /prompts\.yml:3:9: .*role/],
    ['no YAML', '- "unclosed\n', /prompts\.yml:2:1: broken YAML: missing closing/],
    ['a mistake below an asset', '- role: system\n  content: @assets/a.md\n- role: 1\n', /prompts\.yml:3:9: /],
  ])('are refused when they have %s', async (_what, text, message) => {
    const dir = await createTemporaryWorkspace({ 'prompts.yml': text, 'assets/a.md': 'one\ntwo\nthree' });
    expect(() => readPrompts(dir)).toThrow(message);
  });
});
