import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { listRuns, readCaseTrend, readTrends, saveReview, type Trends } from '@/runner/history';
import type { Database } from '@/runner/history/db';
import { temporaryHistories, writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { CaseOutcomeHeatMap } from './case-map';
import { CaseSummary } from './case-summary';
import { CaseTables } from './case-tables';
import { HeatMap } from './heat-map';
import { MarkerList } from './marker-list';
import { buildSeriesLines } from './series-lines';
import { StabilityChart } from './stability-chart';
import { TrendSummary } from './trend-summary';

const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

function record(runId: string, time: number, b: 'passed' | 'failed'): Promise<void> {
  return writeResults(database, {
    runId,
    at: time,
    results: [caseResult({ id: 'A' }), caseResult({ id: 'B', status: b })],
  });
}

function loadTrends(): Trends {
  return readTrends(database, { suiteKey: '', agentId: '', window: '50', same: false, now: 10 });
}

describe('the chart of stability', () => {
  const note = /No stability chart/;

  it('says of several agents why it is not there', async () => {
    await writeResults(database, { runId: 'one', at: 1, agentId: 'echo', results: [caseResult()] });
    renderView(<StabilityChart trends={loadTrends()} />);
    expect(screen.queryByText(note)).toBeNull();
    await writeResults(database, { runId: 'two', at: 2, agentId: 'clerk', results: [caseResult()] });
    renderView(<StabilityChart trends={loadTrends()} />);
    expect(screen.getByText(note).textContent).toContain('--runs 3');
  });
});

describe('the map of cases and runs', () => {
  const showMap = (history: Trends) =>
    renderView(<HeatMap runs={history.runs} rows={history.cases.rows} connector={history.connector} />);

  it('has a row for each case with a word for each run', async () => {
    await record('first', 1, 'passed');
    await record('second', 2, 'failed');
    showMap(loadTrends());
    const grid = screen.getByRole('grid', { name: 'Cases by runs' });
    expect(grid.getAttribute('aria-rowcount')).toBe('3');
    const rows = within(grid).getAllByRole('row').slice(1);
    const words = rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.getAttribute('aria-label')));
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['B', 'A']);
    const columnHeaders = within(grid).getAllByRole('columnheader');
    expect(columnHeaders.map(({ textContent }) => textContent)).toEqual([
      'Case Flips',
      expect.stringMatching(/^Run 1, \d+ \w+/),
      expect.stringMatching(/^Run 2, \d+ \w+/),
    ]);
    expect(words).toEqual([
      ['passed', 'failed'],
      ['passed', 'passed'],
    ]);
  });

  it('is walked with the arrow keys, and Enter opens the conversation', async () => {
    await record('first', 1, 'passed');
    await record('second', 2, 'failed');
    const { user, visited } = showMap(loadTrends());
    screen.getByRole('grid').focus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('link', { name: 'Open this conversation' }).getAttribute('href')).toContain('/runs/first');
    await user.keyboard('{Enter}');
    expect(visited).toEqual([expect.stringContaining('/runs/first')]);
    expect(visited[0]).toContain('case=B');
  });
});

describe('what changed between runs', () => {
  it('is not in the page where only the commit did, until somebody asks', async () => {
    const results = [caseResult({ id: 'A' })];
    for (const [index, gitCommit] of ['one', 'two', 'three'].entries()) {
      await writeResults(database, { runId: gitCommit, at: index + 1, results, gitCommit });
    }
    const { user } = renderView(<MarkerList trends={loadTrends()} />);
    expect(screen.queryByRole('listitem')).toBeNull();
    await user.click(screen.getByText('2 commit-only changes'));
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  });
});

describe('the lines of a chart', () => {
  const rateOf = { name: 'pass rate', getValue: ({ rate }: { rate: number }) => rate };

  it('are one for runs of one connector, and one for each of several, told apart by more than colour', () => {
    const series = { suiteKey: 'a.jsonl', agentId: 'shop' };
    const runs = [
      { ...series, rate: 1 },
      { ...series, rate: 0.5, connector: 'large' },
      { ...series, rate: 0 },
    ];
    expect(buildSeriesLines(runs.slice(0, 1), rateOf)).toMatchObject([{ name: 'pass rate', values: [1] }]);
    const lines = buildSeriesLines(runs, rateOf);
    expect(lines).toMatchObject([
      { name: 'no connector', values: [1, null, 0], connects: true },
      { name: 'large', values: [null, 0.5, null], connects: true },
    ]);
    expect(new Set(lines.map(({ dash }) => dash)).size).toBe(2);
  });
});

describe('the summary of trends', () => {
  it('says how many attempts passed in the newest run, and what changed since the first', async () => {
    await record('first', 1, 'passed');
    await record('second', 2, 'failed');
    const { container } = renderView(<TrendSummary trends={loadTrends()} />);
    expect(container.textContent).toContain('1 of 2');
    expect(screen.getByRole('link', { name: 'newest run' }).getAttribute('href')).toBe('/runs/second');
    expect(screen.getByRole('link', { name: 'Compare the two' }).getAttribute('href')).toBe(
      '/compare?base=first&head=second',
    );
    expect(screen.getByRole('link', { name: 'B' })).toBeTruthy();
  });

  it('says both rates where others are at fault, or a person says so', async () => {
    const fault = { severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;
    const failed = (id: string, by: 'infra' | 'agent', kind: 'network' | 'wrong_answer') =>
      caseResult({ id, status: 'failed', fault: { by, kind, ...fault } });
    const results = [caseResult({ id: 'A' }), failed('B', 'infra', 'network'), failed('C', 'agent', 'wrong_answer')];
    await writeResults(database, { runId: 'first', at: 1, results });
    const first = renderView(<TrendSummary trends={loadTrends()} />);
    expect(first.container.textContent).toContain(
      'Without failures outside the agent: 50.0% agent only (1 of 2; 1 left out: 1 infrastructure) · 33.3% all.',
    );
    first.unmount();
    const reviewAddress = { suiteKey: loadTrends().suiteKey, caseId: 'C', attempt: 1, reviewer: 'ann' };
    saveReview(database, 'first', { ...reviewAddress, verdict: 'not_agent', reviewedAt: 2 });
    const { container } = renderView(<TrendSummary trends={loadTrends()} />);
    expect(container.textContent).toContain(
      '100.0% agent only (1 of 1; 2 left out: 1 infrastructure, 1 not the agent)',
    );
    expect(listRuns(database, { limit: 1 })[0]?.faults).toEqual({ infra: 1, agent: 0, not_agent: 1 });
  });

  it('says that one run shows no trend', async () => {
    await record('first', 1, 'passed');
    renderView(<TrendSummary trends={loadTrends()} />);
    expect(screen.getByText(/One run shows no trend/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Compare the two' })).toBeNull();
  });

  it('is nothing without runs', () => {
    expect(renderView(<TrendSummary trends={loadTrends()} />).container.textContent).toBe('');
  });
});

describe('the page of a case, and the table of the flakiest', () => {
  const fault = { severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;
  const recordFaulty = async () => {
    await record('first', 1, 'passed');
    const away = caseResult({ id: 'B', status: 'error', fault: { by: 'infra', kind: 'network', ...fault } });
    await writeResults(database, { runId: 'second', at: 2, results: [caseResult({ id: 'A' }), away] });
    await record('third', 3, 'failed');
  };

  it('show both rates where others are at fault, or a person says so', async () => {
    await recordFaulty();
    const caseAddress = { suiteKey: loadTrends().suiteKey, caseId: 'B' };
    const first = renderView(<CaseSummary trend={readCaseTrend(database, caseAddress)} caseAddress={caseAddress} />);
    expect(first.container.textContent).toContain(
      '50.0% agent only (1 of 2; 1 left out: 1 infrastructure) · 33.3% all',
    );
    first.unmount();
    const table = renderView(<CaseTables trends={loadTrends()} />);
    expect(table.container.textContent).toContain('33% of 350% agent only (1 of 2)');
    table.unmount();
    saveReview(database, 'third', { ...caseAddress, attempt: 1, reviewer: 'ann', verdict: 'not_agent', reviewedAt: 2 });
    const view = renderView(<CaseSummary trend={readCaseTrend(database, caseAddress)} caseAddress={caseAddress} />);
    expect(view.container.textContent).toContain('100.0% agent only (1 of 1;');
    view.unmount();
    expect(renderView(<CaseTables trends={loadTrends()} />).container.textContent).toContain(
      '100% agent only (1 of 1)',
    );
  });

  it('keep both rates where only the same cases are shown', async () => {
    await recordFaulty();
    await writeResults(database, {
      runId: 'fourth',
      at: 4,
      results: [caseResult({ id: 'B' }), caseResult({ id: 'C' })],
    });
    const away = { by: 'infra', kind: 'network', ...fault } as const;
    const results = [
      caseResult({ id: 'B', status: 'error', fault: away }),
      caseResult({ id: 'C', status: 'error', fault: away }),
    ];
    await writeResults(database, { runId: 'fifth', at: 5, results });
    const same = readTrends(database, { suiteKey: '', agentId: '', window: '20', same: true, now: 10 });
    expect(same.runs.map(({ counts, faults }) => [counts.passed, faults?.infra])).toEqual([
      [1, undefined],
      [0, 1],
      [0, undefined],
      [1, undefined],
      [0, 1],
    ]);
  });

  it('lead to the case on the connector that is shown, and mark how steady it is', async () => {
    for (const [index, status] of (['passed', 'failed', 'passed', 'failed'] as const).entries()) {
      await writeResults(database, {
        runId: `run-${index}`,
        at: index,
        connector: 'small',
        results: [caseResult({ id: 'B', status })],
      });
    }
    const { container } = renderView(<CaseTables trends={loadTrends()} />);
    expect(screen.getAllByRole('link', { name: 'B' })[0]?.getAttribute('href')).toContain('connector=small');
    expect(container.textContent).toContain('flaky');
  });
});

describe('runs of several agents on one connector', () => {
  beforeEach(async () => {
    for (const [index, agentId] of ['shop', 'bank', 'shop'].entries()) {
      await writeResults(database, { runId: `run-${index}`, at: index, agentId, results: [caseResult({ id: 'A' })] });
    }
  });

  it('have a line each, and their cases are shown when one is chosen', () => {
    const all = loadTrends();
    expect(buildSeriesLines(all.runs, { name: 'pass rate', getValue: ({ passRate }) => passRate })).toMatchObject([
      { name: 'shop', values: [1, null, 1] },
      { name: 'bank', values: [null, 1, null] },
    ]);
    expect(all.cases.rows).toEqual([]);
    renderView(<CaseOutcomeHeatMap trends={all} />);
    expect(screen.getByText('Choose one agent and one connector to see how each case did.')).toBeTruthy();
    const caseAddress = { suiteKey: all.suiteKey, caseId: 'A' };
    const page = renderView(<CaseSummary trend={readCaseTrend(database, caseAddress)} caseAddress={caseAddress} />);
    expect(page.container.textContent).toContain('Several agents ran this case. The figures below are of shop');
    const shop = readTrends(database, { suiteKey: '', agentId: 'shop', window: '50', same: false, now: 10 });
    expect(shop.cases.rows).toHaveLength(1);
  });
});
