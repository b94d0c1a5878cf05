import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderOpenCaseFile } from '@/components/testing/open-case-file';
import { CaseListPane } from './case-list-pane';

const line = (id: string, fields: object = {}) =>
  `${JSON.stringify({ id, input: `Ask ${id}`, assert: { type: 'contains', value: id }, ...fields })}\n`;
const three = line('A') + line('B', { tags: ['refund'] }) + line('C', { skip: true });

function openList(text: string, { filter = '', selected = 'A', startsNew = false } = {}) {
  const calls: string[] = [];
  const list = (
    <CaseListPane
      runId={null}
      filter={filter}
      onFilter={(query) => calls.push(`filter ${query}`)}
      hrefOf={(id) => `?case=${id}`}
      onChoose={() => calls.push('chosen')}
      startsNew={startsNew}
      onAdded={(id) => calls.push(`added ${id}`)}
    />
  );
  return { ...renderOpenCaseFile(list, { text, selected }), told: calls };
}

function rows(): string[] {
  return within(screen.getByRole('list', { name: 'Cases' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
}

const idsIn = (text: string): string[] => text.split('\n').flatMap((each) => (each === '' ? [] : JSON.parse(each).id));

/** Finds the menu of a case. It appears late, because changes of the list need code that is loaded after the page. */
const findMenu = (id: string) => screen.findByRole('button', { name: `Actions for ${id}` });

describe('the cases of a file', () => {
  it('are listed in its order, each with its line, tags and kind', () => {
    openList(three);
    expect(rows()).toHaveLength(3);
    expect(rows()[1]).toContain('B Ask B');
    expect(rows()[1]).toContain('line 2');
    expect(rows()[1]).toContain('@refund');
    expect(rows()[2]).toContain('skipped');
    expect(screen.getByText('3 cases')).toBeTruthy();
  });

  it('say which of them is open, and lead to the others', async () => {
    const { user, told } = openList(three);
    const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('?case='));
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null, null]);
    await user.click(links[1] ?? document.body);
    expect(told).toEqual(['chosen']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  });

  it('are only those that the filter leaves', () => {
    openList(three, { filter: '@refund' });
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toContain('B Ask B');
  });

  it('can all be shown again, or be looked for in other files, when the filter leaves none', async () => {
    const { user, told } = openList(three, { filter: 'nothing' });
    expect(screen.getByRole('link', { name: 'Search all files' }).getAttribute('href')).toBe('/cases?q=nothing');
    await user.click(screen.getByRole('button', { name: 'Show all cases' }));
    expect(told).toEqual(['filter ']);
  });

  it('say how many problems each has', () => {
    openList(line('A') + line('A'));
    expect(rows().some((row) => row.includes('1 problem'))).toBe(true);
  });

  it('are listed also where the file is half written', () => {
    openList(`${line('A')}{"id": "B", "inp`);
    expect(rows()).toHaveLength(2);
    expect(rows().join()).toContain('1 problem');
  });

  it('say what to do where there are none', () => {
    openList('');
    expect(screen.getByText('This file has no cases.')).toBeTruthy();
  });
});

describe('the list of cases', () => {
  it('duplicates, skips and moves a case', async () => {
    const { user, text } = openList(three);
    await user.click(await findMenu('B'));
    await user.click(screen.getByRole('menuitem', { name: /^Duplicate/ }));
    expect(idsIn(text())).toHaveLength(4);
    await user.click(await findMenu('A'));
    await user.click(screen.getByRole('menuitem', { name: /^Skip in runs/ }));
    expect(JSON.parse(text().split('\n')[0] ?? '')).toMatchObject({ id: 'A', skip: true });
    await user.click(await findMenu('A'));
    await user.click(screen.getByRole('menuitem', { name: /^Move down/ }));
    expect(idsIn(text()).slice(0, 2)).toEqual(['B', 'A']);
  });

  it('moves a case with the keys, says where it is, and goes along', async () => {
    const { user, text } = openList(three);
    await findMenu('A');
    screen
      .getAllByRole('link')
      .find((link) => link.getAttribute('href') === '?case=A')
      ?.focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(idsIn(text())).toEqual(['B', 'A', 'C']);
    expect(screen.getByText('A is now case 2 of 3.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('href')).toBe('?case=A');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.getAttribute('href')).toBe('?case=C');
  });

  it('deletes a case, and brings it back', async () => {
    const { user, text } = openList(three);
    await user.click(await findMenu('B'));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(idsIn(text())).toEqual(['A', 'C']);
    expect(screen.getByText('B deleted.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(text()).toBe(three);
    expect(screen.queryByText('B deleted.')).toBeNull();
  });

  it('starts with a new case where the address says so, once', async () => {
    const { text, told, rerender } = openList(three, { startsNew: true });
    await findMenu('case-1');
    rerender(<p>Another page</p>);
    expect(idsIn(text())).toEqual(['A', 'B', 'C', 'case-1']);
    expect(told).toEqual(['added case-1']);
  });

  it('adds a case, and leads to it', async () => {
    const { user, text, told } = openList(three);
    await user.click(screen.getByRole('button', { name: 'New case' }));
    await user.click(screen.getByRole('menuitem', { name: /^Question and answer/ }));
    await findMenu('case-1');
    expect(idsIn(text())).toEqual(['A', 'B', 'C', 'case-1']);
    expect(told).toEqual(['added case-1']);
  });
});
