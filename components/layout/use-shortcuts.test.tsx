import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { useShortcuts } from './use-shortcuts';

function Page({ onKey }: { onKey: () => void }) {
  useShortcuts({ j: onKey });
  return (
    <>
      <label>
        <input type="checkbox" /> Raw text
      </label>
      <label>
        <input type="radio" /> One
      </label>
      <label>
        Filter <input />
      </label>
      <label>
        Note <textarea />
      </label>
      <label>
        Attempt
        <select>
          <option>1</option>
        </select>
      </label>
      <button type="button">Save</button>
    </>
  );
}

describe('keys', () => {
  it.each([
    ['checkbox', 'Raw text', 1],
    ['radio', 'One', 1],
    ['button', 'Save', 1],
    ['textbox', 'Filter', 0],
    ['textbox', 'Note', 0],
    ['combobox', 'Attempt', 0],
  ] as const)('go to the page unless a text takes them: %s %s', async (role, name, times) => {
    let callCount = 0;
    const { user } = renderView(<Page onKey={() => (callCount += 1)} />);
    screen.getByRole(role, { name }).focus();
    await user.keyboard('j');
    expect(callCount).toBe(times);
  });
});
