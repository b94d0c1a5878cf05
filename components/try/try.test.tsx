import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { AgentForm } from './agent-form';
import { ConversationTurnList } from './conversation-turn-list';
import { MessageForm } from './message-form';
import { ProposedSuite } from './proposed-suite';
import { QuestionToPerson } from './question-to-person';

const emptyForm = { agent: '', name: '', model: '', export: '', goal: '', fact: [] };

describe('the form that names an agent', () => {
  it('gives only what was filled in', async () => {
    const submissions: object[] = [];
    const { user } = renderView(
      <AgentForm
        initialRequest={{ ...emptyForm, export: 'desk' }}
        pending={false}
        onFind={(each) => submissions.push(each)}
      />,
    );
    await user.type(screen.getByRole('textbox', { name: /^Address/ }), 'src/agent.ts');
    await user.click(screen.getByRole('button', { name: 'Find agent' }));
    expect(submissions).toEqual([{ agent: 'src/agent.ts', export: 'desk' }]);
  });

  it('gives a goal and what the user knows, and asks for the latter only with a goal', async () => {
    const submissions: object[] = [];
    const { user } = renderView(
      <AgentForm
        initialRequest={{ ...emptyForm, agent: 'desk.mjs', fact: ['order number=W2'] }}
        pending={false}
        onFind={(each) => submissions.push(each)}
      />,
    );
    expect(screen.queryByRole('textbox', { name: /^What the user knows/ })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: /^Goal/ }), 'get a refund');
    await user.type(screen.getByRole('textbox', { name: /^What the user knows/ }), '{Enter}{Enter}city=Oslo');
    await user.click(screen.getByRole('button', { name: 'Start conversation' }));
    expect(submissions).toEqual([{ agent: 'desk.mjs', goal: 'get a refund', facts: ['order number=W2', 'city=Oslo'] }]);
  });

  it('waits while the agent is being found', () => {
    renderView(<AgentForm initialRequest={emptyForm} pending onFind={() => undefined} />);
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
    renderView(<ConversationTurnList turns={[turn]} pending={{ input: 'Thanks' }} />);
    const [first, second] = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(first).toMatch(/Book a table.*book\(\{"people":2\}\).*Done\./);
    expect(second).toMatch(/waiting for the answer.*Thanks/);
  });
});

describe('a question of the built-in user', () => {
  it('takes a fact, or that nobody knows it', async () => {
    const facts: (string | null)[] = [];
    const question = { type: 'fact', name: 'order number', question: 'What is it?' } as const;
    const { user } = renderView(
      <QuestionToPerson question={question} onFact={(value) => facts.push(value)} onRepeat={() => undefined} />,
    );
    await user.type(screen.getByRole('textbox', { name: 'order number' }), ' W2 {Enter}');
    await user.click(screen.getByRole('button', { name: 'The user does not know it' }));
    expect(facts).toEqual(['W2', null]);
  });

  it('lets the agent be called again only after a yes', async () => {
    const answers: boolean[] = [];
    const question = { type: 'repeat', question: 'It called refund. Call the agent again?' } as const;
    const { user } = renderView(
      <QuestionToPerson question={question} onFact={() => undefined} onRepeat={(answer) => answers.push(answer)} />,
    );
    expect(screen.getByText('It called refund. Call the agent again?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Write suite without them' }));
    await user.click(screen.getByRole('button', { name: 'Call the agent again' }));
    expect(answers).toEqual([false, true]);
  });
});

describe('a proposed suite', () => {
  it('says what nobody told, and why there is only one conversation', () => {
    renderView(<ProposedSuite suiteKey="a.jsonl" caseId="a" checkpoints={[]} unknown={['e-mail']} leftOut="not now" />);
    expect(screen.getByText('Unknown to the user: e-mail')).toBeTruthy();
    expect(screen.getByText(/instead of three times: not now\. A run calls/)).toBeTruthy();
  });

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
