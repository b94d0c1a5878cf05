import { expect, it } from 'vitest';
import { readDocument } from '../documents.ts';
import { generatedPages } from './pages.ts';

it.each(Object.entries(generatedPages))('%s is what "npm run reference" writes', async (file, write) => {
  expect(readDocument(file)).toBe(await write());
});

it('every flag, event and export is on its page', async () => {
  const [api = '', commands = '', , events = ''] = await Promise.all(
    Object.values(generatedPages).map((write) => write()),
  );
  expect(commands).toContain('| `--min-pass-rate <');
  expect(events).toContain('## case.finished');
  expect(api).toContain('### runSuite');
});
