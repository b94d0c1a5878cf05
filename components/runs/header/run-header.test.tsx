import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { computeFigures } from '@/lib/view/run-figures';
import type { Assertion } from '@/runner/contract';
import type { RunState } from '@/runner/fold';
import { dynamicCase, standardCase } from '@/runner/testing/case-factory';
import { answeringAgent } from '@/runner/testing/fake-agents';
import { caseResult, finishedRun } from '@/runner/testing/finished-run';
import { RunHeader } from './run-header';

const cases = [standardCase({ id: 'A' }), standardCase({ id: 'B', assertions: [{ type: 'contains', value: 'bye' }] })];

function showHeader(state: RunState, filter = '') {
  const filters: string[] = [];
  const view = renderView(
    <RunHeader
      state={state}
      figures={computeFigures(state)}
      row={state.rows[0]}
      connection="finished"
      filter={filter}
      onFilter={(text) => filters.push(text)}
    />,
    { path: '/runs/run-1' },
  );
  return { ...view, filters };
}

describe('the header of a run', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each(['attack', 'bisect'] as const)('does not offer to run %s again as an ordinary run', async (purpose) => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    const { user } = showHeader((await runCasesAndFoldEvents(cases, undefined, { purpose })).state);
    await user.keyboard('R');
    expect(screen.queryByRole('button', { name: 'Re-run' })).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('runs the chosen case again with a key, and leads to its run', async () => {
    const sentRequests: unknown[] = [];
    vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
      sentRequests.push([address, JSON.parse(body)]);
      return Response.json({ ok: true, runId: 'run-2' });
    });
    const { user, visited } = showHeader((await runCasesAndFoldEvents(cases)).state);
    await user.keyboard('R');
    await waitFor(() => expect(visited).toEqual(['/runs/run-2']));
    expect(sentRequests).toEqual([['/api/runs/run-1/again', { suite: 'tests/suite.jsonl', case: 'A' }]]);
  });

  it('says what the models took and cost, and that the maximum is reached', async () => {
    const usage = { inputTokens: 1_200, outputTokens: 50, calls: 1, retries: 0, cost: 1.3 };
    const agent = answeringAgent('echo', () => ({ content: 'hello', usage }));
    showHeader((await runCasesAndFoldEvents(cases, [agent], { maxCost: 1 })).state);
    const costs = within(await screen.findByRole('list', { name: 'Cost by role' })).getAllByRole('listitem');
    expect(costs.map(({ textContent }) => textContent)).toEqual(['Cost 1.30 · 1,250 tokens in 1 call']);
    expect(screen.getByText('the maximum cost of 1.00 is reached (1.30 spent): 1 attempt was not run')).toBeTruthy();
  });

  it('names the parts of cases that did nothing, once the run has already ended', async () => {
    const { state } = finishedRun([caseResult({ id: 'A', idle: ['mock search'] })]);
    const { finishedAt, ...going } = state;
    const { unmount } = showHeader(going);
    expect(screen.queryByText(/^Idle/)).toBeNull();
    unmount();
    showHeader({ ...going, finishedAt });
    expect(screen.getByText('Parts without effect: A (mock search)')).toBeTruthy();
  });

  it('says what ran, how it ended, and how many attempts passed', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    showHeader(state);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('tests/suite.jsonl');
    const search = screen.getByRole('link', { name: 'Search this run' });
    expect(search.getAttribute('href')).toBe('/search?run=run-1');
    const header = screen.getByRole('banner');
    expect(header.textContent).toContain('2/2');
    expect(header.textContent).toMatch(/50\s?% pass rate/);
    const counts = within(screen.getByRole('list', { name: 'Attempts by status' }));
    expect(counts.getAllByRole('button').map((button) => button.textContent)).toEqual(['1 passed', '1 failed']);
  });

  it('names who played the user, and the models of the user and the judge', async () => {
    const model = { connector: 'openai:gpt-5', why: '--simulator' };
    const helpers = [
      { role: 'judge' as const, prompt: 'judge 2', connector: 'claude', why: 'named in the case' },
      { role: 'simulator' as const, prompt: 'simulator 3', ...model },
    ];
    const user = { goal: 'a refund' };
    const { state } = await runCasesAndFoldEvents(
      [
        dynamicCase({ id: 'A', simulator: user }),
        dynamicCase({ id: 'B', simulator: user }),
        dynamicCase({ id: 'C', simulator: { ...user, by: 'model', connector: model.connector } }),
        standardCase({ id: 'D' }),
      ],
      undefined,
      { helpers },
    );
    showHeader(state);
    const texts = screen.getAllByText(/^(?:user|judge): /).map(({ textContent }) => textContent);
    expect(texts).toEqual(['user: rules', 'judge: claude prompt 2', 'user: openai:gpt-5 prompt 3']);
    expect(screen.getByText('user: openai:gpt-5 prompt 3').title).toBe('--simulator');
  });

  it('filters by a status, and lets go of it again', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    const first = showHeader(state);
    await first.user.click(screen.getByRole('button', { name: /1 failed/ }));
    expect(first.filters).toEqual(['s:failed']);
    first.unmount();
    const second = showHeader(state, 's:failed');
    await second.user.click(screen.getByRole('button', { name: /1 failed/, pressed: true }));
    expect(second.filters).toEqual(['']);
  });

  it('counts cases on which nothing hangs apart, and leads to them', async () => {
    const wrongAssertions: Assertion[] = [{ type: 'contains', value: 'bye' }];
    const { state } = await runCasesAndFoldEvents([
      standardCase({ id: 'A', assertions: [{ type: 'contains', value: 'hello' }] }),
      standardCase({ id: 'B', quarantine: true, assertions: wrongAssertions }),
      standardCase({ id: 'C', expect: 'fail' }),
    ]);
    const { user, filters } = showHeader(state);
    expect(screen.getByRole('banner').textContent).toMatch(/3\/3.*100\s?% pass rate/);
    const apart = within(await screen.findByRole('list', { name: 'Excluded cases' }));
    expect(apart.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '1 quarantined',
      '1 expected to fail',
    ]);
    expect(apart.getByRole('button', { name: /quarantined/ }).title).toContain('1 quarantined (1 failed)');
    await user.click(apart.getByRole('button', { name: /expected to fail/ }));
    expect(filters).toEqual(['s:expected_failure']);
  });

  it('says what was decided, and of how many attempts at most while that is open', async () => {
    const autoRuns = { good: 0.95, bad: 0.7, risk: 0.05, max: 36 };
    const assertions: Assertion[] = [{ type: 'contains', value: 'hello' }];
    const decidedRun = await runCasesAndFoldEvents(
      [standardCase({ id: 'A', assertions }), standardCase({ id: 'B', assertions })],
      undefined,
      {
        attempts: 36,
        autoRuns,
      },
    );
    const first = showHeader(decidedRun.upTo('case.finished').state);
    expect(screen.getByRole('banner').textContent).toMatch(/1 of at most 72/);
    expect(screen.getByRole('banner').textContent).toContain('until decided, at most 36 attempts per case');
    first.unmount();
    const headerOfDecidedRun = showHeader(decidedRun.upTo('case.decided').state);
    expect(screen.getByRole('banner').textContent).toMatch(/10 of at most 46/);
    headerOfDecidedRun.unmount();
    showHeader(decidedRun.state);
    expect(screen.getByRole('banner').textContent).toContain('Decided: 2 good in 20 attempts');
    expect(screen.getByRole('banner').textContent).toMatch(/20\s*\/\s*20.*100\s?% pass rate of first attempts/);
  });

  it('says what its numbers mean, one click away', async () => {
    const { user } = showHeader((await runCasesAndFoldEvents(cases)).state);
    await user.click(await screen.findByText('What these numbers mean'));
    const words = screen.getByText('What these numbers mean').closest('details')?.textContent;
    for (const name of ['Pass rate', 'Agent only', 'New', 'flaky', 'With unchecked calls', 'Cost']) {
      expect(words).toContain(name);
    }
  });

  it('counts what a stopped run did not run as not run', async () => {
    const { state } = finishedRun([caseResult({ id: 'A' }), caseResult({ id: 'B', status: 'skipped' })]);
    const { unmount } = showHeader({ ...state, status: 'cancelled' });
    const counts = () => screen.getByRole('list', { name: 'Attempts by status' }).textContent;
    expect(counts()).toContain('1 not run');
    expect(screen.getByRole('img', { name: '1 passed, 1 not run' })).toBeTruthy();
    unmount();
    showHeader(state);
    expect(counts()).toContain('1 skipped');
  });

  it('leads to passes that nothing stands behind', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    const { user, filters } = showHeader(state);
    expect(screen.queryByRole('button', { name: /unchecked/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /1 checks nothing/ }));
    expect(filters).toEqual(['s:unchecked']);
  });

  it('leads to passes with something that no rule judged', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    const [first, ...others] = state.rows;
    if (first === undefined) throw new Error('the run has no case');
    const attempts = first.attempts.map((attempt) => ({
      ...attempt,
      unjudged: '1 call not covered by any assertion: refund',
    }));
    const { user, filters } = showHeader({ ...state, rows: [{ ...first, attempts }, ...others] });
    await user.click(screen.getByRole('button', { name: /1 with unchecked calls/ }));
    expect(filters).toEqual(['s:unjudged']);
  });

  it('says both rates where others are at fault, and leads to their attempts', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    const rows = state.rows.map((row) => ({
      ...row,
      attempts: row.attempts.map((attempt) =>
        attempt.status === 'failed'
          ? {
              ...attempt,
              fault: { by: 'infra', kind: 'network' } as const,
              hints: [{ by: 'simulator', kind: 'leak' } as const],
            }
          : attempt,
      ),
    }));
    const { user, filters } = showHeader({ ...state, rows, faults: { infra: 1 } });
    expect(screen.getByRole('banner').textContent).toContain(
      '100.0% agent only (1 of 1; 1 left out: 1 infrastructure) · 50.0% all',
    );
    const faults = within(screen.getByRole('list', { name: 'Attempts by party at fault' }));
    expect(faults.getAllByRole('button').map((button) => button.textContent)).toEqual(['1 infrastructure', '1 hint']);
    await user.click(faults.getByRole('button', { name: /1 infrastructure/ }));
    await user.click(faults.getByRole('button', { name: /1 hint/ }));
    expect(filters).toEqual(['f:infra', 'f:hint']);
  });

  it('counts a person’s word on an attempt that failed against nobody, and on one that passed not at all', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    const word = {
      suiteKey: 'tests/suite.jsonl',
      attempt: 1,
      reviewer: 'ann',
      verdict: 'not_agent',
      note: '',
      reviewedAt: 1,
    };
    const reviews = ['A', 'B'].map((caseId) => ({ ...word, caseId, verdict: 'not_agent' as const }));
    showHeader({ ...state, reviews });
    expect(screen.getByRole('banner').textContent).toContain('100.0% agent only (1 of 1; 1 left out: 1 not the agent)');
  });

  it('has no pass rate while nothing has ended', async () => {
    const run = await runCasesAndFoldEvents(cases);
    showHeader(run.upTo('case.started').state);
    expect(screen.getByRole('banner').textContent).toContain('0/2');
    expect(screen.getByRole('banner').textContent).not.toContain('pass rate');
    expect(screen.getByRole('button', { name: /running/ }).textContent).toBe('1 running');
  });

  it('names the first of several suites and how many others there are', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    const others = ['b.jsonl', 'c.jsonl'].map((key) => ({ key, agentId: 'echo' }));
    showHeader({ ...state, suites: [...state.suites, ...others] });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('tests/suite.jsonl and 2 other suites');
  });

  it('tells equal warnings once, with their number', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    showHeader({ ...state, warnings: ['a key is unknown', 'no answer', 'no answer', 'no answer'] });
    expect(screen.getByText('2 warnings')).toBeTruthy();
    expect(
      screen.getAllByRole('listitem').filter(({ textContent }) => textContent === 'no answer (3 times)'),
    ).toHaveLength(1);
  });

  it('counts its warnings and tells them', async () => {
    const { state } = await runCasesAndFoldEvents(cases);
    showHeader({ ...state, warnings: ['one key is unknown', 'x'.repeat(500)] });
    expect(screen.getByText('2 warnings')).toBeTruthy();
    expect(screen.getByText('one key is unknown')).toBeTruthy();
    expect(screen.getByText('x'.repeat(500))).toBeTruthy();
  });
});
