import { describe, expect, it } from 'vitest';
import { type WorkspaceConfig, workspaceConfigSchema } from '../../../contract/index.ts';
import { type Connectors, createConnectors } from '../../../models/connectors.ts';
import { modelRequest, neverAborted } from '../../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { systems } from '../../registered/systems.ts';
import { toConnectorIdFromPath } from './connector-files.ts';

const variables = { OPENAI_API_KEY: 'sk-secret', OPENAI_HOST: 'http://127.0.0.1:1', EMPTY: '' };

async function loadConnectors(files: Record<string, string>, config: unknown = {}): Promise<Connectors> {
  const root = await createTemporaryWorkspace(files);
  const parsed: WorkspaceConfig = workspaceConfigSchema.parse(config);
  return createConnectors({ systems, root, config: parsed, variables });
}

function openai(options: Record<string, string>): string {
  return JSON.stringify({ type: 'openai', options: { model: 'm', ...options } });
}

const scripted = { type: 'scripted', rules: [{ answer: 'from the config' }] };

describe('connectors', () => {
  it('are files with comments and trailing commas, and models of the config, which win', async () => {
    const connectors = await loadConnectors(
      {
        'connectors/offline.conn.yao':
          '{ // rules\n "type": "scripted", "label": "Offline", "rules": [{"answer": "hi"}], }',
        'connectors/both.conn.yao': '{"type": "scripted", "rules": [{"answer": "from the file"}]}',
        'connectors/notes.txt': 'not a connector',
      },
      { models: { both: scripted } },
    );
    expect(connectors.list()).toEqual([
      { id: 'both', type: 'scripted', source: 'models.both in the workspace config', keyPresent: true },
      { id: 'offline', type: 'scripted', source: 'connectors/offline.conn.yao', label: 'Offline', keyPresent: true },
    ]);
    const { content } = await connectors.model('both').generate(modelRequest('hello'), neverAborted());
    expect(content).toBe('from the config');
  });

  it('are listed with the variable of their key, never with the key', async () => {
    const connectors = await loadConnectors({
      'connectors/a.conn.yao': openai({ key: '$ENV.OPENAI_API_KEY', host: '$ENV.OPENAI_HOST' }),
      'connectors/b.conn.yao': openai({ key: '$ENV.MISSING_KEY' }),
      'connectors/c.conn.yao': openai({ key: 'sk-written-down' }),
    });
    expect(connectors.list()).toEqual([
      {
        id: 'a',
        type: 'openai',
        source: 'connectors/a.conn.yao',
        host: 'http://127.0.0.1:1',
        model: 'm',
        keyVariable: 'OPENAI_API_KEY',
        keyPresent: true,
      },
      {
        id: 'b',
        type: 'openai',
        source: 'connectors/b.conn.yao',
        model: 'm',
        keyVariable: 'MISSING_KEY',
        keyPresent: false,
      },
      { id: 'c', type: 'openai', source: 'connectors/c.conn.yao', model: 'm', keyPresent: true },
    ]);
    expect(JSON.stringify(connectors.list())).not.toContain('sk-');
  });

  it('read their rules from a file beside them', async () => {
    const connectors = await loadConnectors({
      'connectors/demo/offline.conn.yao': '{"type": "scripted", "rules_file": "rules.json"}',
      'connectors/demo/rules.json': '[{"answer": "from beside"}]',
      'connectors/lost.conn.yao': '{"type": "scripted", "rules_file": "nowhere.json"}',
      'connectors/bad.conn.yao': '{"type": "scripted", "rules_file": "demo/bad.json"}',
      'connectors/demo/bad.json': '[{"when": {}}]',
    });
    const { content } = await connectors.model('demo.offline').generate(modelRequest('hello'), neverAborted());
    expect(content).toBe('from beside');
    expect(() => connectors.model('lost')).toThrow(/nowhere\.json does not exist/);
    expect(() => connectors.model('bad')).toThrow(/bad\.json: .*a rule needs/s);
  });

  it('answer as slowly as they say, unless a rule says otherwise', async () => {
    const rules = '[{"when": {"text": "now"}, "answer": "at once", "delay_ms": 0}, {"answer": "late"}]';
    const connectors = await loadConnectors({
      'connectors/slow.conn.yao': `{"type": "scripted", "delay_ms": 3600000, "rules": ${rules}}`,
    });
    const model = connectors.model('slow');
    expect(await model.generate(modelRequest('now'), neverAborted())).toMatchObject({ content: 'at once' });
    const stop = new AbortController();
    const failed = expect(model.generate(modelRequest('hi'), stop.signal)).rejects.toThrow('deadline');
    stop.abort(new Error('deadline'));
    await failed;
  });

  it.each([
    ['an unknown id', 'gpt-40', /connector "gpt-40" not found; known: .*gpt-4o.*\. Did you mean "gpt-4o"\?/],
    [
      'a missing key',
      'no-key',
      /connector "no-key" cannot be used: set the environment variable MISSING_KEY, which holds its key/,
    ],
    ['a variable in other words', 'braces', /its key is "\$OPENAI_API_KEY"; write a variable as \$ENV\.NAME/],
    ['an empty key', 'empty-key', /set the environment variable EMPTY/],
    [
      'a type that is not known',
      'mysql',
      /mysql.*type "mysql" is not supported; known types: openai, anthropic, scripted/s,
    ],
    [
      'a host that is not a web address',
      'bare-host',
      /its host "localhost:1234" is not a web address; write http:\/\/localhost:1234 or https:/,
    ],
    ['a time limit that is not a duration', 'minutes', /minutes.*a duration such as 30s or 2m30s/s],
    ['a file that is not JSON', 'broken', /broken\.conn\.yao:2:10: invalid symbol/],
    ['a rule that is not understood', 'typo', /txt/],
  ])('refuse %s', async (_what, id, message) => {
    const connectors = await loadConnectors({
      'connectors/gpt-4o.conn.yao': openai({ key: '$ENV.OPENAI_API_KEY' }),
      'connectors/no-key.conn.yao': openai({ key: '$ENV.MISSING_KEY' }),
      'connectors/braces.conn.yao': openai({ key: '$OPENAI_API_KEY' }),
      'connectors/empty-key.conn.yao': openai({ key: '$ENV.EMPTY' }),
      'connectors/mysql.conn.yao': '{"type": "mysql", "options": {"model": "m"}}',
      'connectors/bare-host.conn.yao': openai({ host: 'localhost:1234' }),
      'connectors/minutes.conn.yao': openai({ timeout: '5 minutes' }),
      'connectors/broken.conn.yao': '{\n "type": oops }',
      'connectors/typo.conn.yao': '{"type": "scripted", "rules": [{"when": {"txt": "x"}, "answer": "y"}]}',
    });
    expect(() => connectors.model(id)).toThrow(expect.objectContaining({ kind: 'configuration' }));
    expect(() => connectors.model(id)).toThrow(message);
    expect(connectors.list()).toHaveLength(9);
  });

  it('need no key when they name none', async () => {
    const connectors = await loadConnectors({ 'connectors/local.conn.yao': openai({ host: 'http://127.0.0.1:1/v1' }) });
    expect(connectors.model('local').id).toBe('local');
  });
});

describe('connectorIdOf', () => {
  it.each([
    ['openai/gpt-4o.conn.yao', 'openai.gpt-4o'],
    ['qwen-2_5-72b.conn.yao', 'qwen-2_5-72b'],
    ['v1.5/model.2.conn.jsonc', 'v1.5.model_2'],
    ['gpt-4o.conn.json', 'gpt-4o'],
  ])('%s is %s', (file, id) => {
    expect(toConnectorIdFromPath(file)).toBe(id);
  });
});
