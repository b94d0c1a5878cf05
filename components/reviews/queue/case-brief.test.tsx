import { expect, it } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { dynamicCase } from '@/runner/testing/case-factory';
import { CaseBrief } from './case-brief';

it('says the goal and the persona of the user in words, before what the case asks for', async () => {
  const run = await runCasesAndFoldEvents([dynamicCase({ id: 'D' })]);
  const { attempts: _, ...announced } = run.row('D');
  if (announced.kind !== 'dynamic') throw new Error('the case is not dynamic');
  const simulator = { use: 'rules', metadata: { goal: ['get a refund', 'say thanks'], persona: 'in a hurry 🏃' } };
  const { container } = renderView(<CaseBrief announced={{ ...announced, simulator }} attempt={run.attempt('D')} />);
  expect(container.textContent).toMatch(/^Goal:get a refund, then say thanksPersona:in a hurry 🏃.*checkpoint/);
});
