import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { countOpenProposals } from './open-proposals.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
});
afterAll(() => workspace.remove());

it('counts the inferred rules of all case files, and names the first case that has any', async () => {
  const ownRule = { type: 'contains', value: 'x' };
  const inferred = { ...ownRule, inferred: true };
  workspace.write('tests/a.jsonl', [{ id: 'A', input: 'the word "inferred"', assert: ownRule }]);
  expect(await countOpenProposals(workspace.root)).toEqual({ rules: 0, first: null });
  workspace.write('tests/b.jsonl', [
    { id: 'B1', input: 'hi', assert: ownRule },
    { id: 'B2', input: 'hi', assert: [ownRule, inferred], never: inferred },
  ]);
  workspace.write('tests/c.json', JSON.stringify([{ id: 'C', input: 'hi', assert: [ownRule, inferred] }]));
  expect(await countOpenProposals(workspace.root)).toEqual({
    rules: 3,
    first: { suiteKey: 'tests/b.jsonl', caseId: 'B2' },
  });
});
