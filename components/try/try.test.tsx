import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { AgentForm } from './agent-form';
import { MessageForm } from './message-form';
import { ProposedSuite } from './proposed-suite';
import { TalkTurns } from './talk-turns';

const nothing = { agent: '', name: '', model: '', export: '' };

describe('the form that names an agent', () => {
  it('gives only what was filled in', async () => {
    const submissions: object[] = [];
    const { user } = renderView(
      <AgentForm wanted={{ ...nothing, export: 'desk' }} pending={false} onFind={(each) => submissions.push(each)} />,
    );
    await user.type(screen.getByRole('textbox', { name: /^Address/ }), 'src/agent.ts');
    await user.click(screen.getByRole('button', { name: 'Find agent' }));
    expect(submissions).toEqual([{ agent: 'src/agent.ts', export: 'desk' }]);
  });

  it('waits while the agent is being found', () => {
    renderView(<AgentForm wanted={nothing} pending onFind={() => undefined} />);
    expect(screen.getByRole('button', { name: 'Finding…' })).toHaveProperty('disabled', true);
  });
});

describe('the form for a message', () => {
  it('sends it with a key, and lets nobody end a conversation that has not begun', async () => {
    const messages: string[] = [];
    const { user } = renderView(
      <MessageForm turn={1} pending={false} onSay={(each) => messages.push(each)} onWrite={() => undefined} />,
    );
    expect(screen.queryByRole('button', { name: 'Write suite' })).toBeNull();
    const field = screen.getByRole('textbox', { name: 'Message 1 of 3' });
    await user.type(field, 'When are you open?{Control>}{Enter}{/Control}');
    expect(messages).toEqual(['When are you open?']);
    expect(field).toHaveProperty('value', '');
  });

  it('keeps what is typed while the agent answers', async () => {
    const messages: string[] = [];
    const { user } = renderView(
      <MessageForm turn={2} pending onSay={(each) => messages.push(each)} onWrite={() => undefined} />,
    );
    const field = screen.getByRole('textbox', { name: 'Message 2 of 3' });
    await user.type(field, 'And on Sundays?{Control>}{Enter}{/Control}');
    expect(messages).toEqual([]);
    expect(field).toHaveProperty('value', 'And on Sundays?');
  });
});

describe('a conversation', () => {
  it('shows messages, tools and answers, and the message that waits', () => {
    const turn = { turn: 1, input: 'Book a table', tools: ['tool: book({"people":2})'], answer: 'Done.' };
    renderView(<TalkTurns turns={[turn]} asked="Thanks" />);
    const [first, second] = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(first).toMatch(/Book a table.*book\(\{"people":2\}\).*Done\./);
    expect(second).toMatch(/waiting for the answer.*Thanks/);
  });
});

describe('a proposed suite', () => {
  it('says what it checks, and leads to the editor', () => {
    renderView(
      <ProposedSuite suiteKey="tests/my desk/first.jsonl" caseId="first" checkpoints={['turn-1: says 12:00']} />,
    );
    expect(screen.getByText('turn-1: says 12:00')).toBeTruthy();
    const edit = screen.getByRole('link', { name: 'Edit suite' });
    expect(edit.getAttribute('href')).toBe('/cases/tests/my%20desk/first.jsonl?case=first&view=form');
    expect(screen.getByRole('button', { name: 'Run suite' })).toBeTruthy();
  });
});
