import { describe, expect, it } from 'vitest';
import { listCredentials } from '../../agents/credentials.ts';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { systems } from '../registered/systems.ts';

const config = workspaceConfigSchema.parse({});

describe('the credentials of an application of Yao', () => {
  it('are found in its connectors and MCP servers', async () => {
    const root = await createTemporaryWorkspace({
      'connectors/own.conn.yao': '{"type": "openai", "options": {"model": "m", "key": "of-file"}} // mine',
      'mcps/shop.mcp.yao': '{"transport": "http", "url": "http://127.0.0.1", "authorization_token": "Bearer of-shop"}',
      'assistants/helper/mcps/a/b.mcp.jsonc':
        '{"transport": "stdio", "command": "x", "env": {"B_TOKEN": "of-b", "LANG": "C"}}',
      'mcps/broken.mcp.yao': '{"token": ',
      'assistants/helper/node_modules/x/mcps/x.mcp.yao': '{"token": "of-package"}',
    });
    const found = listCredentials({ systems, root, config, variables: {} });
    expect(found.filter((text) => text !== '').sort()).toEqual(['of-b', 'of-file', 'of-shop']);
  });
});
