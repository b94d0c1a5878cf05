import { describe, expect, it } from 'vitest';
import { chooseAgentForFolder } from './agent-of-folder.ts';

describe('the agent that a folder is named for', () => {
  it.each([
    ['/shop/tests/desk', 'desk'],
    ['/shop/tests/desk/late/hours', 'desk'],
    ['/shop/desk/tests/bar', 'bar'],
    ['/shop/tests/agents/guide.agent.yml', 'agents/guide.agent.yml'],
    ['/shop/tests/desks', undefined],
    ['/shop/tests', undefined],
    ['/shop', undefined],
    ['/desk/tests', undefined],
  ])('of %s is %s', (folder, agent) => {
    const ids = ['desk', 'bar', 'shop', 'agents/guide.agent.yml', 'guide.agent.yml'];
    expect(chooseAgentForFolder(folder, '/shop', ids)).toBe(agent);
  });

  it('is the only one where there is one', () => {
    expect(chooseAgentForFolder('/shop/tests', '/shop', ['desk'])).toBe('desk');
    expect(chooseAgentForFolder('/elsewhere', '/shop', ['desk'])).toBe('desk');
    expect(chooseAgentForFolder('/shop/tests', '/shop', [])).toBeUndefined();
  });
});
