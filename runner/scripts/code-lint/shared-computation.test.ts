import path from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { findSharedComputation } from './shared-computation.ts';

const agent = "import { total } from './lib/pricing.ts';\nexport default ({ input }) => total(input, 2) + ' EUR';\n";
const pricing = 'export function total(item: string, count: number) {\n  return prices[item] * count;\n}\n';
const many =
  "import { total } from '../lib/pricing.ts';\n\nexport function Many({ count }) {\n  return [{ assert: total('tea', count) }];\n}\n";

async function find(files: Record<string, string>, name = 'Many') {
  const root = await createTemporaryWorkspace({ 'agent.ts': agent, 'lib/pricing.ts': pricing, ...files });
  return findSharedComputation({
    file: path.join(root, 'scripts/totals.mjs'),
    name,
    agentFile: path.join(root, 'agent.ts'),
  });
}

it('finds a function that computes what it expects with code of the agent', async () => {
  const warning = {
    line: 4,
    message:
      "Many computes with total(), which is the agent's own code (pricing.ts), so a mistake in that code is also in the expected value; write the right values, or compute them in another way",
  };
  expect(await find({ 'scripts/totals.mjs': many })).toEqual(warning);
  const renamed = many.replace('{ total }', '{ total as sum }').replace('total(', 'sum(').replace('.ts', '');
  expect((await find({ 'scripts/totals.mjs': renamed }))?.message).toContain('computes with sum()');
});

it.each([
  ['the function only reads something', { 'lib/pricing.ts': pricing.replace('* count', '[count]') }],
  [
    'the agent does not use it',
    { 'agent.ts': agent.replace('total(input, 2)', '2').replace('{ total }', '{ other }') },
  ],
  ['the file is not of the agent', { 'agent.ts': "export default () => 'total(2)';\n" }],
  [
    'another function of the file calls it',
    { 'scripts/totals.mjs': `${many}\nexport function One() {\n  return [];\n}\n` },
  ],
])('says nothing if %s', async (why, files) => {
  const name = why.startsWith('another') ? 'One' : 'Many';
  expect(await find({ 'scripts/totals.mjs': many, ...files }, name)).toBeUndefined();
});
