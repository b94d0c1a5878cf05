import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { checkCaseFile } from './check-case-file.ts';

const header =
  'scorer_type,id,description,input,expected_output,ground_truth,expected_score_min,expected_score_max,tags\n';
let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('tests/good.csv', `${header}levenshtein,T1,One,x,x,x,0.1,1,a\n`);
  workspace.write('tests/bad.csv', `${header}levenshtein,T1,One,x,x,x,much,1,a\n`);
});
afterAll(() => workspace.remove());

it('lists the cases of a table, or says what keeps it from being run and where', async () => {
  expect(await checkCaseFile(workspace.root, 'tests/good.csv')).toMatchObject({
    cases: [{ id: 'T1', line: 2, kind: 'experiment', tags: ['a'] }],
    problems: [],
  });
  expect(await checkCaseFile(workspace.root, 'tests/bad.csv')).toMatchObject({
    cases: [],
    problems: [{ severity: 'error', line: 2, message: expect.stringContaining('much') }],
  });
  await expect(checkCaseFile(workspace.root, '../outside.csv')).rejects.toThrow('is not a case file of this workspace');
});
