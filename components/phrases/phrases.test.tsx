import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { PhraseRuleDialog } from './phrase-rule-dialog';

const attemptAddress = { runId: 'run-1', suiteKey: 'tests/suite.jsonl', caseId: 'A', attempt: 1 };
const requests: { words: string; save: boolean }[] = [];

function answer(ruleTrial: object): void {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body));
    return Response.json(ruleTrial);
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  requests.length = 0;
});

function showDialog() {
  return renderView(
    <PhraseRuleDialog
      attemptAddress={attemptAddress}
      file="tests/suite.jsonl"
      words="sorry"
      expectation="must"
      onClose={() => undefined}
    />,
  );
}

describe('a rule for words', () => {
  it('is tried before it is saved, and then the case can be run', async () => {
    answer({ attempts: 20, passedBefore: 15, passed: 12, failed: 7, open: 1 });
    const { user } = showDialog();
    expect(
      await screen.findByText(
        'With this rule, of the last 20 attempts: 12 pass, 7 fail, 1 need a run. Before: 15 passed.',
      ),
    ).toBeTruthy();
    expect(requests.map(({ words, save }) => [words, save])).toEqual([['sorry', false]]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Run this case' })).toBeTruthy();
    expect(requests.at(-1)).toMatchObject({ words: 'sorry', wish: 'must', save: true });
  });

  it('says that there is nothing to try it on', async () => {
    answer({ attempts: 0, passedBefore: 0, passed: 0, failed: 0, open: 0 });
    showDialog();
    expect(await screen.findByText('No attempt of this case is stored, so the rule cannot be tried out.')).toBeTruthy();
  });
});
