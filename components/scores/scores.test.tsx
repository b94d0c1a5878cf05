import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { CaseResult } from '@/runner/contract';
import { type AttemptState, emptyAttemptState } from '@/runner/fold';
import { finishedRun } from '@/runner/testing/finished-run';
import { experimentResult } from '@/runner/testing/measured-results';
import { createScoredReplies } from '@/runner/testing/scored-replies';
import { ScoreGroups } from './score-groups';
import { ScoreTable } from './score-table';
import { buildScoreTableRow, listScorers, sortScoreRows } from './score-table-model';
import { ScoredOutput } from './scored-output';
import { ScoresTab } from './scores-tab';

function makeAttempt(result: CaseResult): AttemptState {
  const key = { suiteKey: 'tests/suite.jsonl', caseId: result.id, attempt: 1 };
  return { ...emptyAttemptState(key), status: result.status, result, scores: result.scores ?? [] };
}

function showOutput(result: CaseResult) {
  const [announced] = finishedRun([result]).state.rows;
  if (announced === undefined) throw new Error('the run has a case');
  const doNothing = () => undefined;
  return renderView(
    <ScoredOutput
      announced={announced}
      attempt={makeAttempt(result)}
      raw
      turn={null}
      onTurn={doNothing}
      pick={null}
      onPick={doNothing}
      onTouch={doNothing}
    />,
  );
}

describe('the scores of an output', () => {
  it('stand beside their ranges, with their reasons', () => {
    renderView(<ScoresTab attempt={makeAttempt(experimentResult())} />);
    const language = screen.getByRole('region', { name: 'language' });
    expect(language.textContent).toContain('0.25');
    expect(language.textContent).toContain('expected 0.8 – 1');
    expect(language.textContent).toContain('0.55 below');
    expect(language.textContent).toContain('Answered in English.');
    expect(within(language).getByRole('img').getAttribute('aria-label')).toContain('0.55 below');
    expect(screen.getByRole('region', { name: 'politeness' }).textContent).toContain('in range');
  });

  it('are beside their range or an error, and the output beside the truth and its columns', () => {
    const replies = createScoredReplies();
    const far = replies.find(({ id }) => id === 'refund-far');
    const broken = replies.find(({ id }) => id === 'broken');
    if (far === undefined || broken === undefined) throw new Error('both are replies');
    const { unmount } = renderView(<ScoresTab attempt={makeAttempt(far)} />);
    const tone = () => screen.getByRole('region', { name: 'tone' });
    expect(within(tone()).getByRole('img', { name: '0.3, expected 0.6 – 1: 0.3 below' })).toBeTruthy();
    expect(tone().textContent).toContain('Not one polite word.');
    unmount();
    const second = renderView(<ScoresTab attempt={makeAttempt(broken)} />);
    expect(tone().textContent).toContain('the output says nothing');
    expect(within(tone()).getByText('Error')).toBeTruthy();
    second.unmount();
    showOutput(far);
    const output = screen.getByRole('region', { name: 'Output' });
    expect(output.textContent).toContain('Where is my refund?');
    expect(output.textContent).toContain('I cannot say.');
    expect(output.textContent).toContain('Ground truthYour refund arrives on Friday.');
    expect(within(output).getByRole('region', { name: 'Metadata' }).textContent).toContain('difficultyhard');
  });

  it('are none before a scorer has spoken', () => {
    renderView(<ScoresTab attempt={emptyAttemptState({ suiteKey: 's', caseId: 'A', attempt: 1 })} />);
    expect(screen.getByText('Nothing has been scored yet.')).toBeTruthy();
  });

  it('are of an output that is shown beside what was wanted', () => {
    showOutput(experimentResult());
    const texts = screen.getAllByRole('article').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringContaining('Hola'),
      expect.stringContaining('Hello, how are you?'),
      expect.stringContaining('Hola, ¿cómo estás?'),
    ]);
    expect(screen.getByRole('region', { name: 'Metadata' }).textContent).toContain('easy');
  });
});

describe('the table of scores', () => {
  const score = (id: string, value: number) => {
    const scores = (experimentResult().scores ?? []).map((each) => ({ ...each, score: value, passed: value >= 0.8 }));
    return experimentResult({ id, name: undefined, scores });
  };
  function showTable(sort = '') {
    const { rows } = finishedRun([score('low', 0.1), score('high', 0.9)]).state;
    const scorers = listScorers(rows);
    const sortChanges: string[] = [];
    const table = sortScoreRows(
      rows.map((row) => buildScoreTableRow(row, scorers)),
      sort,
    );
    const view = renderView(
      <ScoreTable
        rows={table}
        scorers={scorers}
        sort={sort}
        onSort={(next) => sortChanges.push(next)}
        hrefOf={({ id }) => `/runs/run-1?case=${id}`}
      />,
    );
    return { ...view, sorted: sortChanges };
  }

  it('has a row a case and a column a scorer', () => {
    showTable();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Case',
      'Expected',
      'politeness',
      'language',
      'Distance',
    ]);
    const [lowestRow] = screen.getAllByRole('rowheader');
    expect(lowestRow?.textContent).toContain('low');
    expect(screen.getByRole('link', { name: 'low' }).getAttribute('href')).toBe('/runs/run-1?case=low');
  });

  it('is sorted by a column, upwards and then downwards', async () => {
    const { user, sorted, unmount } = showTable();
    await user.click(screen.getByRole('button', { name: 'language' }));
    unmount();
    const secondTable = showTable('1');
    expect(screen.getByRole('columnheader', { name: 'language' }).getAttribute('aria-sort')).toBe('ascending');
    await secondTable.user.click(screen.getByRole('button', { name: 'language' }));
    expect([...sorted, ...secondTable.sorted]).toEqual(['1', '-1']);
    secondTable.unmount();
    showTable('-1');
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('high'),
      expect.stringContaining('low'),
    ]);
  });

  it('is summed up by tag and by column, each figure leading to its cases', () => {
    const { rows } = finishedRun([experimentResult()]).state;
    renderView(<ScoreGroups rows={rows} groupBy={undefined} hrefOf={(filter) => `?q=${filter}`} />);
    const tags = screen.getByRole('region', { name: 'Scores by tag' });
    expect(within(tags).getByRole('link', { name: 'spanish' }).getAttribute('href')).toBe('?q=@spanish');
    expect(within(screen.getByRole('region', { name: 'Scores by difficulty' })).getByRole('link').textContent).toBe(
      'easy',
    );
  });

  it('is summed up by the columns that the run asked for', () => {
    const { rows } = finishedRun([experimentResult({ metadata: { difficulty: 'easy', name: 'Ada' } })]).state;
    renderView(<ScoreGroups rows={rows} groupBy={['difficulty']} hrefOf={(filter) => `?q=${filter}`} />);
    expect(screen.queryByRole('region', { name: 'Scores by name' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Scores by difficulty' })).toBeDefined();
  });
});
