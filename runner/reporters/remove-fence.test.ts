import { describe, expect, it } from 'vitest';
import { removeFence } from './remove-fence.ts';

describe('a text without its fence', () => {
  it.each([
    ['```markdown\n# Report\n\nAll *well*.\n```', '# Report\n\nAll *well*.\n'],
    ['\n```html\r\n<p>\n```\n', '<p>\n'],
    ['~~~\nplain\n~~~', 'plain\n'],
    ['```md\n# Report\n```json\n{}\n```\nend\n```', '# Report\n```json\n{}\n```\nend\n'],
    ['````\n```\ninner\n```\n````', '```\ninner\n```\n'],
  ])('unwraps %j', (text, plain) => expect(removeFence(text)).toBe(plain));

  it.each([
    'no fence',
    '# Report\n```json\n{}\n```',
    '```json\n{}\n```\nand more',
    '```json\n{}\n```\ntext\n```json\n{}\n```',
    '```\nnever closed',
    '',
  ])('leaves %j as it is', (text) => expect(removeFence(text)).toBe(text));
});
