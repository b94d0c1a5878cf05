import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { storeRun } from '@/components/testing/store-run';
import {
  createAnswerFromPastedText,
  type DryRun,
  dryRunCase,
  type RecordedAnswer,
  type RecordedAttempt,
} from '@/runner/authoring';
import { readRecordedAnswers } from '@/runner/history';
import { temporaryHistories } from '@/runner/history/testing/temporary-histories';
import { createShopAgents, selectShopCases } from '@/runner/testing/shop';
import type { Json } from '@/runner/values';
import { ChangedResultList } from './changed-result-list';
import { DryRunResult } from './dry-run-result';

const freshHistory = temporaryHistories();
const suiteKey = 'tests/suite.jsonl';

/** Returns the recorded attempts of a case of the shop suite. */
async function record(caseId: string, attempts = 1): Promise<readonly RecordedAttempt[]> {
  const history = freshHistory();
  await storeRun(history, selectShopCases(caseId), createShopAgents(), { options: { attempts } });
  return readRecordedAnswers(history, { suiteKey, caseId }).answers;
}

function dryRunAnswer(value: Json, answer: RecordedAnswer): Promise<DryRun> {
  return dryRunCase({ value, answer }, new AbortController().signal);
}

const promise = (value: string) => ({ id: 'S-03', input: 'When?', assert: { type: 'contains', value } });

describe('a case that is tried on its recorded answers', () => {
  it('says of its last attempts which would end differently, and why', async () => {
    const attempts = await record('S-03', 3);
    const chosenAttempts: RecordedAttempt[] = [];
    const dryRunAll = (value: Json) => Promise.all(attempts.map((attempt) => dryRunAnswer(value, attempt)));
    const list = (runs: DryRun[]) => (
      <ChangedResultList attempts={attempts} runs={runs} onChoose={(attempt) => chosenAttempts.push(attempt)} />
    );
    const { user, rerender } = renderView(list(await dryRunAll(promise('Monday'))));
    const changes = () => screen.getByRole('region', { name: 'What this changes' });
    expect(changes().textContent).toContain('The last 3 attempts would end the same way as they did.');
    rerender(list(await dryRunAll(promise('next'))));
    expect(changes().textContent).toContain('Of the last 3 attempts, 3 would end differently.');
    const [first] = within(changes()).getAllByRole('link');
    expect(first?.getAttribute('href')).toMatch(/^\/runs\/run-1\?.*case=S-03&attempt=/);
    await user.click(within(changes()).getAllByRole('button', { name: 'Why' }).at(-1) ?? document.body);
    expect(chosenAttempts).toHaveLength(1);
  });

  it('has a verdict on a recorded and on a pasted answer', async () => {
    const attempts = await record('S-03', 3);
    const status = () => screen.getByRole('status').textContent;
    for (const [attempt, verdict] of [
      [1, 'Failed'],
      [3, 'Passed'],
    ] as const) {
      const answer = attempts.find((each) => each.attempt === attempt);
      if (answer === undefined) throw new Error(`attempt ${attempt} was recorded`);
      const { unmount } = renderView(
        <DryRunResult run={await dryRunAnswer(promise('next'), answer)} answer={answer} />,
      );
      expect(status()).toContain(verdict);
      unmount();
    }
    const pasted = createAnswerFromPastedText('See you next year');
    renderView(<DryRunResult run={await dryRunAnswer(promise('next'), pasted)} answer={pasted} />);
    expect(status()).toContain('Passed');
  });

  it('plays its checkpoints over the recorded turns, and says when only a new run can decide', async () => {
    const [answer] = await record('R-01');
    if (answer === undefined) throw new Error('an attempt was recorded');
    const caseWithAmount = (amount: string): Json => ({
      id: 'R-01',
      input: 'I want my money back.',
      simulator: 'simulator',
      max_turns: 6,
      checkpoints: [
        { id: 'ask_order', assert: { type: 'regex', value: '(?i)order id' } },
        { id: 'amount', after: ['ask_order'], assert: { type: 'contains', value: amount } },
        { id: 'refund', after: ['amount'], assert: { type: 'tool_called', value: 'refund_payment' } },
      ],
    });
    const region = () => screen.getByRole('region', { name: 'Dry run' });
    const first = renderView(
      <DryRunResult run={await dryRunAnswer(caseWithAmount('45.90'), answer)} answer={answer} />,
    );
    expect(within(region()).getByRole('status').textContent).toContain('Passed');
    expect(within(region()).getByRole('list', { name: 'Checkpoints' }).textContent).toContain('turn 3');
    first.unmount();
    renderView(<DryRunResult run={await dryRunAnswer(caseWithAmount('a million'), answer)} answer={answer} />);
    expect(within(region()).getByRole('status').textContent).toContain('Needs a run');
    expect(region().textContent).toContain('would go on after turn 3');
  });
});
