import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { CallExpectation } from '@/runner/authoring';
import { UnjudgedCalls } from './unjudged-calls';

const calls = [{ name: 'refund' }, { name: 'delete_all' }, { name: 'refund' }];

describe('calls no rule judged', () => {
  it('are one line a tool, and a click says what is wanted of it', async () => {
    const writes: [string, CallExpectation][] = [];
    const { user } = renderView(
      <UnjudgedCalls calls={calls} write={async (...writeArguments) => void writes.push(writeArguments)} />,
    );
    const [refund, deleteAll] = screen.getAllByRole('listitem');
    expect(refund?.textContent).toContain('refund2 calls');
    expect(deleteAll?.textContent).toContain('delete_all1 call');
    const ofDelete = within(screen.getByRole('group', { name: 'A rule for delete_all' }));
    await user.click(ofDelete.getByRole('button', { name: 'must never' }));
    expect(writes).toEqual([['delete_all', 'never']]);
    expect(deleteAll?.textContent).toContain('must never be called: written to the case');
    await user.click(within(screen.getByRole('group')).getByRole('button', { name: 'must' }));
    expect(writes.at(-1)).toEqual(['refund', 'must']);
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('stay as they are when the rule is not written, and say why', async () => {
    const write = () => Promise.reject(new Error('The file is gone.'));
    const { user } = renderView(<UnjudgedCalls calls={calls.slice(0, 1)} write={write} />);
    await user.click(screen.getByRole('button', { name: 'may' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The file is gone.');
    expect(screen.getByRole('group', { name: 'A rule for refund' })).toBeTruthy();
  });
});
