import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../../testing/echo-workspace.ts';
import { caseFilesBelow } from '../../workspace/case-files.ts';
import { describeWorkspace, listSuites } from '../../workspace/index.ts';

const samples = 'mcps/mapping/shop/schemes/order.jsonl';
let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('loose.jsonl', [{ id: 'A', input: 'a' }]);
  workspace.write(samples, [{ name: 'one', input: { id: 1 }, output: {} }]);
  workspace.write('connectors/cloud.conn.yao', {
    type: 'openai',
    options: { model: 'm', key: '$ENV.WORKSPACE_TEST_KEY' },
  });
});
afterAll(() => workspace.remove());

describe('a workspace that is an application of Yao', () => {
  it('has samples of tools that are no suites', async () => {
    expect(caseFilesBelow(workspace.root)).toEqual(['loose.jsonl']);
    expect((await listSuites(workspace.root, [])).map(({ key }) => key)).toEqual(['loose.jsonl']);
  });

  it('lists connectors, whether a key is there, and never the key', async () => {
    process.env.WORKSPACE_TEST_KEY = 'sk-never-shown';
    const { connectors } = await describeWorkspace(workspace.root);
    expect(connectors).toMatchObject([
      { id: 'cloud', type: 'openai', keyVariable: 'WORKSPACE_TEST_KEY', keyPresent: true },
    ]);
    expect(JSON.stringify(connectors)).not.toContain('sk-never-shown');
  });
});
