import { screen } from '@testing-library/react';
import { ThemeProvider } from 'next-themes';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { AgentsSection } from './agents-section';
import { ModelsSection } from './models-section';
import { ThemeSection } from './theme-section';

const items = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

describe('the agents of a workspace', () => {
  it('are listed with what they are, and with why one cannot be called', () => {
    const problem = 'assistants/desk/agent.ts: no such file';
    renderView(
      <AgentsSection
        agents={[
          { id: 'shop', type: 'http', name: 'The shop' },
          { id: 'desk', type: 'module', problem },
        ]}
      />,
    );
    const [shopItem, deskItem] = items();
    expect(shopItem).toContain('shop');
    expect(shopItem).toContain('http · The shop');
    expect(deskItem).toContain(problem);
    expect(shopItem).not.toContain(problem);
  });

  it('say how to get one where there are none', () => {
    renderView(<AgentsSection agents={[]} />);
    expect(items()).toEqual([]);
    expect(screen.getByText('turntree init')).toBeTruthy();
  });
});

describe('the models of a workspace', () => {
  it('say whether their keys are there', () => {
    renderView(
      <ModelsSection
        connectors={[
          { id: 'gpt', type: 'openai', model: 'gpt-x', keyVariable: 'GPT_KEY', keyPresent: true },
          { id: 'claude', type: 'anthropic', keyVariable: 'CLAUDE_KEY', keyPresent: false },
          { id: 'offline', type: 'scripted', keyPresent: true },
          { id: 'broken', type: 'openai', keyPresent: false, problem: 'it has no model' },
        ]}
      />,
    );
    const [gpt, claude, offline, broken] = items();
    expect(gpt).toContain('openai · gpt-x');
    expect(gpt).toContain('GPT_KEY is set');
    expect(claude).toContain('CLAUDE_KEY is missing');
    expect(offline).toContain('no key needed');
    expect(broken).toContain('it has no model');
  });
});

describe('the appearance', () => {
  it('is one of three, and changes with a click', async () => {
    const { user } = renderView(
      <ThemeProvider attribute="class" defaultTheme="light">
        <ThemeSection />
      </ThemeProvider>,
    );
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    expect(screen.getByRole('radio', { checked: true })).toBe(screen.getByRole('radio', { name: 'Light' }));
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.classList.contains('dark')).toBe(true);
    localStorage.clear();
    document.documentElement.className = '';
  });
});
