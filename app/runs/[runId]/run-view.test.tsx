import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { storeRun } from '@/components/testing/store-run';
import { attemptQuery } from '@/lib/queries';
import type { TestCase } from '@/runner/contract';
import { readReviewsOfRun } from '@/runner/history';
import { AgentError } from '@/runner/ports';
import { checkpoint, consistencyCase, dynamicCase, standardCase } from '@/runner/testing/case-factory';
import { answeringAgent, echoAgent } from '@/runner/testing/fake-agents';
import { createShopAgents, selectShopCases, shopCases } from '@/runner/testing/shop';
import { RunView } from './run-view';

const suiteKey = 'tests/suite.jsonl';
const caseText = '{"id": "R-01", "input": "hello"}\n';
const { history, root } = servePages({ [suiteKey]: caseText });

type RunFixture = { cases?: readonly TestCase[]; agents?: Parameters<typeof storeRun>[2]; attempts?: number };

async function openRun(search = '', { cases = shopCases, agents = createShopAgents(), attempts = 1 }: RunFixture = {}) {
  await storeRun(history(), cases, agents, { options: { attempts } });
  return openKept(search);
}

async function openKept(search: string) {
  const view = renderView(<RunView runId="run-1" isSmall isShared={false} panes={undefined} />, {
    path: '/runs/run-1',
    search,
  });
  await screen.findByRole('list', { name: 'Cases' });
  return view;
}

/** Holds back requests whose URL contains a text until the test releases them. */
function holdRequests(text: string): { count(): number; release(): void } {
  const send = globalThis.fetch;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes(text)) {
      count += 1;
      await released;
    }
    return send(address, init);
  });
  return { count: () => count, release };
}

const cases = () => within(screen.getByRole('list', { name: 'Cases' }));
/** Finds a row in the DOM directly, because queries by role are slow on a whole page. */
const getChosenCase = () => document.querySelector('[aria-label=Cases] a[aria-current=true]')?.textContent;
const turn = (number: number) => screen.findByLabelText(`T${number}, choose this turn`, { selector: 'button' });

describe('the keys of a run', () => {
  it('lead through its cases, the turns of a conversation and the tabs beside it', async () => {
    const cases = selectShopCases('R-02', 'R-03', 'S-01', 'S-02');
    const { user, searches, visited } = await openRun('', { cases });
    expect(getChosenCase()).toContain('R-02');
    await user.keyboard('l');
    await waitFor(() => expect(getChosenCase()).toContain('R-03'));
    await user.keyboard('J');
    await waitFor(() => expect(getChosenCase()).toContain('S-02'));
    await user.keyboard('K');
    await user.keyboard('h');
    await waitFor(() => expect(getChosenCase()).toContain('R-02'));
    await turn(4);
    await user.keyboard('G');
    await waitFor(() => expect(searches.at(-1)).toContain('turn=4'));
    await user.keyboard('gg');
    await waitFor(() => expect(searches.at(-1)).toContain('turn=1'));
    await user.keyboard('j');
    await waitFor(() => expect(searches.at(-1)).toContain('turn=2'));
    await user.keyboard('k');
    await waitFor(() => expect(searches.at(-1)).toContain('turn=1'));
    await user.keyboard('w');
    expect((await screen.findByRole('tab', { name: 'Why' })).getAttribute('aria-selected')).toBe('true');
    await user.keyboard('e');
    expect(visited).toEqual(['/cases/tests/suite.jsonl?case=R-02&view=form']);
  });

  it('are letters in the filter, which says that nothing matches', async () => {
    const { user } = await openRun('', { cases: selectShopCases('S-01', 'S-02') });
    await user.type(screen.getByLabelText('Filter the cases'), 's:error jl');
    expect(await screen.findByText('No matches')).toBeTruthy();
    expect(screen.getByLabelText('Filter the cases')).toHaveProperty('value', 's:error jl');
  });

  it('reach the page also while a box to tick has the focus', async () => {
    const { user, visited } = await openRun('?case=R-02', { cases: selectShopCases('R-02') });
    await user.click(await screen.findByRole('checkbox', { name: 'Raw text' }));
    await user.keyboard('e');
    expect(visited).toEqual(['/cases/tests/suite.jsonl?case=R-02&view=form']);
  });
});

describe('an attempt', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('that failed appears together with why it failed, so that nothing moves under the pointer', async () => {
    const hold = holdRequests('/diagnosis');
    const { queries } = await openRun('?case=R-02', { cases: selectShopCases('R-02') });
    const { queryKey } = attemptQuery('run-1', { suiteKey, caseId: 'R-02', attempt: 1 });
    await waitFor(() => expect(queries.getQueryData(queryKey)).toBeDefined());
    await waitFor(() => expect(hold.count()).toBe(1));
    expect(screen.queryByRole('region', { name: 'Conversation' })).toBeNull();
    hold.release();
    expect(await screen.findByRole('region', { name: 'Conversation' })).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Why it failed' })).toBeTruthy();
  });

  it('is copied as JSON, and as a link to its turn and tab, which opens them', async () => {
    window.history.replaceState(null, '', '/runs/run-1?case=R-01&turn=2&tab=raw');
    const { user, unmount } = await openRun('?case=R-01&turn=2&tab=raw', { cases: selectShopCases('R-01') });
    const [copy] = await screen.findAllByRole('button', { name: 'Copy JSON' });
    copy?.focus();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('"id": "R-01"'));
    await user.keyboard('y');
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(/case=R-01&attempt=1&turn=2&tab=raw/),
    );
    const { search } = new URL(await navigator.clipboard.readText());
    unmount();
    await openKept(search);
    expect((await turn(2)).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('tab', { name: 'Raw' }).getAttribute('aria-selected')).toBe('true');
  });

  it('of several says how steady the case is, and leads to a comparison of two', async () => {
    await openRun('?case=S-03&attempt=1', { cases: selectShopCases('S-03'), attempts: 3 });
    expect(
      await screen.findByText('2 of 3 attempts passed: with 95% confidence the case passes 21% to 94% of the time'),
    ).toBeTruthy();
    const compare = screen.getByRole('link', { name: 'Compare attempts' }).getAttribute('href');
    expect(compare).toMatch(/^\/compare\?.*left=1&right=3/);
  });

  it('shows dots for its checkpoints, those that were never run apart', async () => {
    await openRun('?case=R-02', { cases: selectShopCases('R-02') });
    expect(screen.getByRole('img', { name: '1 of 3 checkpoints reached, 1 never run' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Never run ?refund/ })).toBeTruthy();
  });
});

it('turns and checkpoints point at each other, with the mouse and with the keyboard', async () => {
  const { user, searches } = await openRun('?case=R-01', { cases: selectShopCases('R-01') });
  const graph = within(await screen.findByRole('group', { name: 'Graph of the checkpoints' }));
  const isLit = (name: RegExp) => graph.getByRole('button', { name }).className.includes('outline-accent');
  const isTurnLit = async (number: number) => (await turn(number)).className.includes('ring-accent');
  await turn(3);
  expect(isLit(/lookup/)).toBe(false);
  await user.hover(await turn(2));
  expect([isLit(/lookup/), isLit(/ask_order/)]).toEqual([true, false]);
  await user.unhover(await turn(2));
  await user.hover(graph.getByRole('button', { name: /refund/ }));
  expect(await isTurnLit(3)).toBe(true);
  await user.unhover(graph.getByRole('button', { name: /refund/ }));
  expect(await isTurnLit(3)).toBe(false);

  graph.getByRole('button', { name: /ask_order/ }).focus();
  await waitFor(async () => expect(await isTurnLit(1)).toBe(true));
  await user.tab();
  expect(await isTurnLit(1)).toBe(false);
  graph.getByRole('button', { name: /refund/ }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(searches.at(-1)).toContain('turn=3'));
  (await turn(1)).focus();
  await waitFor(() => expect(isLit(/ask_order/)).toBe(true));
});

it('a question of a conversation is kept as a case, under an id that its file has not', async () => {
  const { user } = await openRun('?case=R-01&turn=2', { cases: selectShopCases('R-01') });
  await user.click(await screen.findByRole('button', { name: 'Save as case' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a case' }));
  const id = dialog.getByRole('textbox', { name: 'Id' });
  expect(id).toHaveProperty('value', 'R-01-turn-2');
  const save = async (name: string) => {
    await user.clear(id);
    await user.type(id, name);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  };
  await save('R-01');
  expect(await dialog.findByText(/already has a case with the id "R-01"/)).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: /Expected text/ }), '88213');
  await save('R-01 again');
  expect(await screen.findByRole('dialog', { name: 'Saved' })).toBeTruthy();
  const after = readFileSync(path.join(root(), suiteKey), 'utf8');
  expect(after.startsWith(caseText)).toBe(true);
  expect(JSON.parse(after.slice(caseText.length))).toMatchObject({
    id: 'R-01 again',
    input: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }],
    assert: [{ type: 'contains', value: '88213' }, { type: 'tool_called' }],
  });
});

describe('faults of others', () => {
  const neverSaid = { type: 'contains', value: 'never said' } as const;
  const faulty: RunFixture = {
    cases: [
      standardCase({ id: 'kind' }),
      standardCase({ id: 'strict', assertions: [neverSaid] }),
      dynamicCase({ id: 'stuck', checkpoints: [checkpoint({ id: 'refund' })], maxTurns: 3 }),
      standardCase({ id: 'offline', assertions: [{ type: 'agent', use: 'away', value: 'kind' }] }),
    ],
    agents: [
      answeringAgent(
        'echo',
        ({ context: { turn: now } }) => ['What is your order id?', 'When?', 'Which shop?'][now - 1] ?? '',
      ),
      answeringAgent('simulator', () =>
        JSON.stringify({ message: 'I want my money back, please, for the blue mug.', goal_achieved: false }),
      ),
      answeringAgent(
        'away',
        () => new AgentError('could not reach http://127.0.0.1:9', 'model', { service: 'network' }),
      ),
    ],
  };
  const rates = () => screen.getByText(/agent only/).textContent;

  it('are said with both rates, found by a click, and shown with their evidence', async () => {
    const { user, searches } = await openRun('', faulty);
    expect(rates()).toContain('33.3% agent only (1 of 3; 1 left out: 1 infrastructure) · 25.0% all');
    const row = (id: string) =>
      cases()
        .getAllByRole('listitem')
        .find(({ textContent }) => textContent?.includes(id))?.textContent;
    expect(row('offline')).toContain('infra');
    expect(row('stuck')).toContain('hint');
    const faults = within(screen.getByRole('list', { name: 'Attempts by party at fault' }));
    await user.click(faults.getByRole('button', { name: /1 infrastructure/ }));
    await waitFor(() => expect(cases().getAllByRole('listitem')).toHaveLength(1));
    expect(searches.at(-1)).toMatch(/q=f(:|%3A)infra/);
    const fault = await screen.findByRole('group', { name: 'Fault: infrastructure, network' });
    expect(fault.textContent).toContain('decided the outcome of the attempt');
    expect(fault.textContent).toContain('http://127.0.0.1:9');
  });

  it('are not said of an attempt that passed', async () => {
    const { user, unmount } = await openRun('?case=kind', faulty);
    expect(await screen.findByRole('button', { name: 'Good' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Not the agent’s fault' })).toBeNull();
    await user.keyboard('3');
    unmount();
    const reopenedView = await openKept('?case=strict');
    await screen.findByRole('button', { name: 'Not the agent’s fault' });
    await reopenedView.user.keyboard('3');
    await waitFor(() =>
      expect(rates()).toContain('50.0% agent only (1 of 2; 2 left out: 1 infrastructure, 1 not the agent)'),
    );
    expect(await screen.findByRole('button', { name: '1 review' })).toBeTruthy();
  });
});

it('verdicts given faster than the server answers are about the case that was chosen, and keep the note', async () => {
  const { user, unmount } = await openRun('', {
    cases: [
      standardCase({ id: 'strict', assertions: [{ type: 'contains', value: 'never said' }] }),
      standardCase({ id: 'kind', assertions: [{ type: 'contains', value: 'hello' }] }),
    ],
    agents: [echoAgent()],
  });
  await screen.findByRole('button', { name: 'Good' });
  expect(getChosenCase()).toContain('strict');
  const originalFetch = globalThis.fetch;
  const gate = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (/\/(attempt|reviews)(\?|$)/.test(address)) await gate.promise;
    return originalFetch(address, init);
  });
  await user.keyboard('1');
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'polite{Enter}');
  await user.keyboard('3');
  expect(await screen.findByRole('button', { name: 'Not the agent’s fault', pressed: true })).toBeTruthy();
  await user.keyboard('l');
  await waitFor(() => expect(getChosenCase()).toContain('kind'));
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
  await user.keyboard('2');
  expect(await screen.findByRole('button', { name: '2 reviews' })).toBeTruthy();
  gate.resolve();
  expect(await screen.findByRole('button', { name: 'Bad', pressed: true })).toBeTruthy();
  await waitFor(() =>
    expect(
      readReviewsOfRun(history(), 'run-1').reviews.map(({ caseId, verdict, note }) => [caseId, verdict, note]),
    ).toEqual([
      ['strict', 'not_agent', 'polite'],
      ['kind', 'bad', ''],
    ]),
  );
  unmount();
  await openKept('?case=strict');
  expect(await screen.findByRole('button', { name: 'Not the agent’s fault', pressed: true })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'polite');
});

it('people review under their own names, and take reviews back', async () => {
  const { user } = await openRun('?case=A', {
    cases: [standardCase({ id: 'A', assertions: [{ type: 'contains', value: 'never said' }] })],
    agents: [echoAgent()],
  });
  const review = within(await screen.findByRole('region', { name: 'Review' }));
  const call = async (name: string) => {
    await user.click(review.getByRole('button', { name: /^Reviewing as / }));
    const field = review.getByRole('textbox', { name: 'Reviewing as' });
    await user.clear(field);
    await user.type(field, `${name}{Enter}`);
  };
  await call('Ann');
  await user.click(review.getByRole('button', { name: 'Not the agent’s fault' }));
  expect(await review.findByRole('button', { name: 'Not the agent’s fault', pressed: true })).toBeTruthy();
  await call('Bob');
  expect(review.getByRole('button', { name: 'Not the agent’s fault', pressed: false })).toBeTruthy();
  expect(await review.findByText('Ann')).toBeTruthy();
  await user.click(review.getByRole('button', { name: 'Bad' }));
  expect(await screen.findByRole('button', { name: '2 reviews' })).toBeTruthy();
  await user.click(review.getByRole('button', { name: 'Bad' }));
  expect(await screen.findByRole('button', { name: '1 review' })).toBeTruthy();
});

describe('answers to one question', () => {
  const similarity = { type: 'similarity', judge: 'judge', scores: { A: 1, B: 0 } } as const;
  const fixture: RunFixture = {
    cases: [
      consistencyCase({ id: 'users', input: 'How many users do we have?', samples: 4, metrics: [similarity] }),
      consistencyCase({
        id: 'right-1',
        input: 'How many users are there?',
        samples: 4,
        test: 2,
        expected: 'We have 42 users.',
        metrics: [{ type: 'correctness', judge: 'judge' }],
      }),
    ],
    agents: [
      answeringAgent('echo', ({ context }) => `We have ${context.turn === 3 ? 41 : 42} users.`),
      answeringAgent('judge', ({ messages }) => verdictOn(String(messages[0]?.content))),
    ],
  };
  const answer = (number: number) => screen.findByRole('article', { name: `Answer ${number}` });
  const row = (id: string) =>
    cases()
      .getAllByRole('link')
      .find(({ textContent }) => textContent?.includes(id))?.textContent;

  it('stand side by side, and a pair says why it was found to differ', async () => {
    const { user, searches, unmount } = await openRun('?case=users', fixture);
    const header = screen.getAllByRole('banner')[0];
    await waitFor(() => expect(header?.textContent).toContain('Accuracy 62.5% over 2 tests'));
    expect(row('users')).toContain('50%');
    expect((await answer(3)).textContent).toContain('We have 41 users.');
    expect(screen.getAllByRole('article', { name: /^Answer/ })).toHaveLength(4);
    const matrix = within(await screen.findByRole('table', { name: /Similarity/ }));
    expect(matrix.getAllByRole('button')).toHaveLength(4);

    await user.click(matrix.getByRole('button', { name: 'Answers 3 and 4, Failed, B, score 0' }));
    await waitFor(() => expect(searches.at(-1)).toMatch(/pick=0(%3A|:)3~4/));
    const verdict = await screen.findByRole('region', { name: 'Answers 3 and 4' });
    expect(verdict.textContent).toContain('+++ 41 users');
    expect(verdict.textContent).toContain('--- 42 users');
    await user.click(within(verdict).getByText('Request and answer'));
    expect(verdict.textContent).toContain('<answer-1>');
    const comparison = () => screen.findByRole('region', { name: 'Comparison' });
    expect([...(await comparison()).querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      '41',
      '42',
    ]);
    unmount();

    const reopenedView = await openKept(searches.at(-1) ?? '');
    expect((await comparison()).textContent).toContain('Answers 3 and 4');
    await reopenedView.user.keyboard('k');
    await waitFor(async () => expect((await comparison()).textContent).toContain('Answers 2 and 3'));
    await reopenedView.user.click(screen.getByRole('button', { name: 'Close the comparison' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull());
  });

  it('stand beside the right one, each with its verdict', async () => {
    const { user } = await openRun('?case=right-1', fixture);
    expect(row('right-1')).toContain('75%');
    await answer(1);
    const expected = screen.getAllByRole('article').find(({ textContent }) => textContent?.includes('Expected answer'));
    expect(expected?.textContent).toContain('We have 42 users.');
    expect((await answer(1)).textContent).toContain('PASS');
    await user.click(within(await answer(3)).getByRole('button', { name: /FAIL/ }));
    const verdict = await screen.findByRole('region', { name: 'Answer 3 compared with the expected one' });
    expect(verdict.textContent).toContain('One user is missing.');
  });

  function verdictOn(prompt: string): string {
    if (/<answer-1>[^<]*41 users/.test(prompt)) return '1. The number of users\n+++ 41 users\n--- 42 users\nB';
    if (/<answer-2>[^<]*41 users/.test(prompt)) return '1. The number of users\n+++ 42 users\n--- 41 users\nB';
    if (prompt.includes('<answer-1>')) return 'Both name the same number.\nA';
    if (/<given-answer>[^<]*41 users/.test(prompt)) return 'One user is missing.\nVERDICT: FAIL';
    return 'It says what it should.\nVERDICT: PASS';
  }
});
