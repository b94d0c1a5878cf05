import { describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { listCredentials } from './credentials.ts';

const config = workspaceConfigSchema.parse({
  agents: {
    web: {
      type: 'http',
      url: 'http://127.0.0.1',
      output: '$.text',
      headers: {
        Authorization: 'Bearer $ENV.ODD',
        'X-Api-Key': 'of-web',
        accept: 'text/plain',
        'x-team': '$ENV.TEAM',
        'X-Auth': 'of-auth',
        'X-Session-Id': 'of-session',
      },
    },
    clerk: { type: 'openai', base_url: 'http://127.0.0.1', model: 'm', api_key: '$ENV.MISSING' },
  },
  models: { gpt: { type: 'openai', options: { model: 'm', key: 'of-gpt', max_tokens: 9 } } },
});

describe('the credentials of a workspace', () => {
  it('are found in agents and connectors, written out or as variables', async () => {
    const root = await createTemporaryWorkspace({});
    const credentials = listCredentials({ systems, root, config, variables: { ODD: 'of-variable', TEAM: 'of-team' } });
    expect(credentials.filter((text) => text !== '').sort()).toEqual(
      ['of-auth', 'of-session', 'of-gpt', 'of-team', 'of-variable', 'of-web'].sort(),
    );
  });

  it('are none where there is nothing', async () => {
    const empty = workspaceConfigSchema.parse({});
    expect(
      listCredentials({ systems, root: await createTemporaryWorkspace({}), config: empty, variables: {} }),
    ).toEqual([]);
  });
});
