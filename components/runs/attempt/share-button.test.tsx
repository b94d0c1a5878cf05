import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { reviewsQuery } from '@/lib/queries';
import { checkpoint, dynamicCase } from '@/runner/testing/case-factory';
import { scriptedAgent } from '@/runner/testing/fake-agents';
import { ShareButton } from './share-button';

const savedFiles: string[] = [];

beforeEach(() => {
  savedFiles.length = 0;
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void savedFiles.push(String(address)));
});
afterEach(() => vi.restoreAllMocks());

async function openButton() {
  const run = await runCasesAndFoldEvents(
    [dynamicCase({ id: 'D', checkpoints: [checkpoint({ id: 'one' }), checkpoint({ id: 'two', after: ['one'] })] })],
    [
      scriptedAgent('echo', [{ content: 'one', toolCalls: [{ tool: 'find', arguments: {}, result: 7 }] }, 'two']),
      scriptedAgent('simulator', [JSON.stringify({ message: 'and?', goal_achieved: false, reasoning: '' })]),
    ],
  );
  const attempt = run.attempt('D');
  const { suiteKey, caseId } = attempt;
  const note = { suiteKey, caseId, attempt: 1, reviewer: 'ann', verdict: 'bad' as const, note: 'curt', reviewedAt: 0 };
  const reviews = {
    reviews: [note, { ...note, caseId: 'other' }],
    turnReviews: [],
    hintWords: [],
    labelled: [],
    you: 'ann',
  };
  const view = renderView(
    <>
      <ShareButton runId="run-1" attempt={attempt} turn={2} />
      <button type="button">Elsewhere</button>
    </>,
    { answers: (queries) => queries.setQueryData(reviewsQuery('run-1').queryKey, reviews) },
  );
  return { ...view, button: screen.getByRole('button', { name: 'Share' }) };
}

const list = () => screen.queryByRole('form', { name: 'Share this conversation' });

async function untilReadable(button: HTMLElement): Promise<void> {
  await waitFor(() => expect(button.getAttribute('aria-describedby')).not.toBeNull());
}

describe('the button that shares a conversation', () => {
  it('lists what goes out when the pointer rests on it, and a click saves the file', async () => {
    const { user, button } = await openButton();
    await user.hover(button);
    await untilReadable(button);
    const boxes = screen.getAllByRole('checkbox').map((box) => {
      if (!(box instanceof HTMLInputElement)) throw new Error('a checkbox is an input');
      return [box.labels?.[0]?.textContent, box.checked];
    });
    expect(boxes).toEqual([
      ['2 user messages', true],
      ['1 tool result', true],
      ['0 attachments', false],
      ['1 reviewer note', true],
    ]);
    await user.click(button);
    expect(savedFiles).toHaveLength(1);
    expect(savedFiles[0]).not.toContain('leaveOut');
    expect(list()).toBeNull();
  });

  it('saves nothing with a click before the list could be read', async () => {
    const { button } = await openButton();
    // On a touch screen, a tap comes without a pointer that rests on the button first.
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(button);
    expect(savedFiles).toEqual([]);
    await untilReadable(button);
    fireEvent.click(button);
    expect(savedFiles).toHaveLength(1);
  });

  it('leaves out what is unticked, also after the list was closed', async () => {
    const { user, button } = await openButton();
    await user.tab();
    await untilReadable(button);
    await user.tab();
    await user.keyboard(' ');
    await user.keyboard('{Escape}');
    expect(list()).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await untilReadable(button);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'one HTML file with 1 tool result, 1 reviewer note.',
    );
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(new URL(savedFiles[0] ?? '', 'http://any').searchParams.get('leaveOut')).toBe('users');
  });

  it('lists and saves with the keyboard, and closes the list when the focus leaves', async () => {
    const { user, button } = await openButton();
    await user.tab();
    await untilReadable(button);
    await user.keyboard('{Enter}');
    expect(savedFiles).toHaveLength(1);
    expect(list()).toBeNull();
    await user.click(button);
    expect(list()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(list()).toBeNull();
  });

  it('closes the list when the pointer leaves', async () => {
    const { user, button } = await openButton();
    await user.hover(button);
    await waitFor(() => expect(list()).not.toBeNull());
    await user.unhover(button);
    await waitFor(() => expect(list()).toBeNull());
    expect(savedFiles).toEqual([]);
  });
});
