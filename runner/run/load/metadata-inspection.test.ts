import path from 'node:path';
import { expect, it } from 'vitest';
import { type AuthoredCase, workspaceConfigSchema } from '../../contract/index.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createMetadataInspection } from './metadata-inspection.ts';

const module = (file: string) => ({ type: 'module', path: file });

/** Returns the warnings about a case of the agent `desk`, in a workspace with these files. */
async function openInspection(files: Record<string, string>, agents: object = {}) {
  const root = await createTemporaryWorkspace({ 'agent.mjs': 'export default () => "Hi";', ...files });
  const config = workspaceConfigSchema.parse({ agents: { desk: module('agent.mjs'), ...agents } });
  const inspect = createMetadataInspection({
    root,
    config,
    entry: config.agents.desk,
    file: path.join(root, 'cases.jsonl'),
    locateScript: (_kind, name) => {
      const [, stem = '', functionName = ''] = /(\w+)\.(\w+)$/.exec(name) ?? [];
      return { file: path.join(root, `scripts/${stem}.ts`), functionName, exportName: functionName };
    },
  });
  return (parts: Partial<AuthoredCase>) => inspect({ id: 'a', input: 'Hi', ...parts }).map(({ message }) => message);
}

it('finds what an agent reads of metadata that it never gets', async () => {
  const messages = await openInspection({
    'agent.mjs': 'export default ({ metadata }) => (metadata?.user ? "Hi" : "Please log in"); // metadata.note',
  });
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

it('finds what a script assertion reads of metadata that it never gets', async () => {
  const code = (parameter: string) =>
    `export function Avoids(output: string, _in: string, _value: unknown, ${parameter}) {\n  return !(metadata?.forbidden ?? []).some((word) => output.includes(word));\n}\n`;
  const script = { type: 'script', script: 'scripts.checks.Avoids' } as const;
  const metadata = { forbidden: ['shares'] };
  const message =
    'Avoids reads metadata.forbidden, but gets only the "metadata" of the assertion\'s "options"; move "forbidden" there';
  for (const parameter of ['metadata: any', '{ forbidden = [] }: any = {}']) {
    const messages = await openInspection({ 'scripts/checks.ts': code(parameter) });
    expect(messages({ metadata, assert: [script] })).toEqual([message]);
    expect(messages({ metadata, assert: [{ ...script, options: { metadata } }] })).toEqual([]);
    expect(messages({ metadata: { owner: 'ann' }, assert: [script] })).toEqual([]);
  }
});

it('finds a key that the function of the input reads, and one that nothing reads', async () => {
  const code =
    'export function Returning(ctx: any) {\n  return [...(ctx.metadata.orders ?? []), { role: "user", content: "What else?" }];\n}\n';
  const input = 'scripts:history.Returning';
  const messages = await openInspection({ 'scripts/history.ts': code });
  expect(messages({ input, metadata: { purchases: ['lamp'] } })).toEqual([
    'Returning reads metadata.orders, which no case has; nothing reads "purchases"',
  ]);
  expect([
    messages({ input, metadata: { orders: ['lamp'], purchases: 1 } }),
    messages({ input, metadata: { owner: 'ann' } }),
  ]).toEqual([[], []]);
  const others = await openInspection({ 'scripts/history.ts': code, 'cases.jsonl': '{"metadata": {"orders": []}}' });
  expect(others({ input, metadata: { purchases: ['lamp'] } })).toEqual([]);
});

it('finds metadata that the user agent never reads', async () => {
  const guest = (fields: string) =>
    `export default ({ input }) => {\n  const { ${fields} } = JSON.parse(input);\n  return { message: goal };\n};\n`;
  const simulator = { use: 'guest', options: { metadata: { persona: 'a guest', goal: 'eat', allergy: 'nuts' } } };
  const user = { ...simulator } as unknown as NonNullable<AuthoredCase['simulator']>;
  const messagesOf = async (fields: string) =>
    (await openInspection({ 'guest.mjs': guest(fields) }, { guest: module('guest.mjs') }))({ simulator: user });
  expect(await messagesOf('goal, conversation')).toEqual([
    'the simulator "guest" never reads "allergy", which is in "extra" of its request; it reads only goal, conversation',
  ]);
  expect(await messagesOf('goal, extra')).toEqual([]);
  expect(await messagesOf('goal, ...rest')).toEqual([]);
});

it('finds metadata that names another agent', async () => {
  const messages = await openInspection({}, { 'desk-next': module('agent.mjs') });
  expect(messages({ metadata: { agent: 'desk-next' } })).toEqual([
    '"agent" in "metadata" chooses no agent, so this case does not test "desk-next"; -n desk-next does',
  ]);
  expect([messages({ metadata: { agent: 'desk' } }), messages({ metadata: { owner: 'desk-next' } })]).toEqual([[], []]);
});
