import { expect, it } from 'vitest';
import type { AuthoredCase } from '../../contract/index.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createMetadataInspection } from './unreached-metadata.ts';

it('finds what an agent reads of metadata that it never gets', async () => {
  const root = await createTemporaryWorkspace({
    'agent.mjs': 'export default ({ metadata }) => (metadata?.user ? "Hi" : "Please log in"); // metadata.note',
  });
  const inspect = createMetadataInspection({ type: 'module', path: 'agent.mjs', export: 'default' }, root);
  const messages = (parts: Partial<AuthoredCase>) =>
    inspect({ id: 'a', input: 'Hi', ...parts }).map(({ message }) => message);
  expect(messages({ metadata: { user: 'ben' } })).toEqual([
    'the agent reads metadata.user, but gets only the "metadata" of "options"; move "user" there',
  ]);
  expect([
    messages({ options: { metadata: { user: 'ben' } } }),
    messages({ metadata: { user: 'ben' }, options: { metadata: { user: 'ann' } } }),
    messages({ metadata: { note: 'x', ticket: 7 } }),
    messages({ metadata: { user: 'ben' }, before: 'env_test.Before' }),
  ]).toEqual([[], [], [], []]);
});
