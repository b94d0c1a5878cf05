import { describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../../contract/index.ts';
import { chooseConnector } from '../../../models/choose-connector.ts';
import { createConnectors } from '../../../models/connectors.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { systems } from '../../registered/systems.ts';

const model = (capabilities: object = {}) => JSON.stringify({ type: 'openai', options: { model: 'm', capabilities } });
const roles = 'system:\n  default: first\n  light: $ENV.LIGHT\n  heavy: ""\n';

async function choose(connector: string, files: Record<string, string>): Promise<string> {
  const root = await createTemporaryWorkspace(files);
  const variables = { LIGHT: 'second', CHOSEN: 'third', EMPTY: '' };
  const connectors = createConnectors({ systems, root, config: workspaceConfigSchema.parse({}), variables });
  return chooseConnector({ id: 'helper', connector }, { connectors, variables });
}

const three = {
  'connectors/first.conn.yao': model(),
  'connectors/second.conn.yao': model({ tool_calls: true }),
  'connectors/third.conn.yao': model(),
};

describe('the connector of an agent', () => {
  it.each([
    ['its id', 'third', 'third'],
    ['the value of a variable', '$ENV.CHOSEN', 'third'],
    ['the role default when it names none', '', 'first'],
    ['the role default when its variable is empty', '$ENV.EMPTY', 'first'],
    ['the role that it names', 'use::light', 'second'],
    ['the role default when its own is given to none', 'use::heavy', 'first'],
    ['the role default when nobody knows its own', 'use::unheard', 'first'],
  ])('is %s', async (_what, connector, expected) => {
    expect(await choose(connector, { ...three, 'agent/agent.yml': roles })).toBe(expected);
  });

  it('is the only one, or the first that calls tools, where there are no roles', async () => {
    expect(await choose('', { 'connectors/only.conn.yao': model() })).toBe('only');
    expect(await choose('use::light', three)).toBe('second');
  });

  it('is as if nobody had given the role when the variable that it is given to is empty', async () => {
    const files = { 'connectors/only.conn.yao': model(), 'agent/agent.yml': 'system:\n  default: $ENV.EMPTY\n' };
    expect(await choose('', files)).toBe('only');
  });

  it('must be chosen when nothing speaks for one', async () => {
    const { 'connectors/second.conn.yao': _, ...others } = three;
    await expect(choose('', others)).rejects.toThrow(
      'agent "helper" names no connector and agent/agent.yml assigns the role "default" to no connector; choose one with -c, known: first, third',
    );
  });

  it.each([
    ['is not YAML', 'system: [', /agent\.yml:1:10: broken YAML/],
    ['has no roles', 'system: 5', /agent\.yml: .*must be record/s],
  ])('is not guessed when agent.yml %s', async (_what, text, message) => {
    await expect(choose('', { ...three, 'agent/agent.yml': text })).rejects.toThrow(message);
  });
});
