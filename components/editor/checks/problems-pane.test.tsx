import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderOpenCaseFile } from '@/components/testing/open-case-file';
import { useCaseDocument } from '../document/case-document';
import { ProblemsPane } from './problems-pane';

const sound = '{"id": "A", "input": "How much?", "assert": {"type": "contains", "value": "12"}}\n';

function Target() {
  return <output aria-label="Target">{useCaseDocument().target?.message}</output>;
}

function openProblems(text: string, agents: Parameters<typeof renderOpenCaseFile>[1]['agents'] = []) {
  const calls: string[] = [];
  const problemsPane = (
    <>
      <ProblemsPane onShowText={() => calls.push('text')} />
      <Target />
    </>
  );
  return { ...renderOpenCaseFile(problemsPane, { text, agents }), asked: calls };
}

describe('the problems of a case file', () => {
  it('are none in a sound one', () => {
    openProblems(sound);
    expect(screen.getByText('No problems. Every case can run.')).toBeTruthy();
  });

  it('have those of agents below them, with their files, errors first', () => {
    const sourcePosition = { line: 3, column: 41 };
    openProblems(sound, [
      { severity: 'warning', file: 'assistants/shop/prompts.yml', ...sourcePosition, message: 'Yao keeps the braces' },
      {
        severity: 'error',
        file: 'assistants/shop/src/index.ts',
        ...sourcePosition,
        message: 'nothing calls "next"',
        suggestion: 'Next',
      },
    ]);
    expect(screen.getByText('No problems in this file.')).toBeTruthy();
    const agentFiles = screen.getByRole('list', { name: 'Agent files' });
    expect([...agentFiles.children].map(({ textContent }) => textContent)).toEqual([
      'Error: nothing calls "next" (did you mean "Next"?) assistants/shop/src/index.ts:3:41',
      'Warning: Yao keeps the braces assistants/shop/prompts.yml:3:41',
    ]);
  });

  it('are counted and listed with their places', () => {
    openProblems(`${sound}{"id": "A", "input": "Why?", "assert": {"type": "contains", "value": "x"}}\n`);
    const [first] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('line 2');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '1 error; fix the errors before running',
    );
  });

  it('lead to their place in the text', async () => {
    const { user, asked: askedFor } = openProblems(
      '{"id": "A", "input": "x", "assert": {"type": "contain", "value": "x"}}\n',
    );
    await user.click(screen.getAllByRole('button', { name: /line 1/ })[0] ?? document.body);
    expect(askedFor).toEqual(['text']);
    expect(screen.getByRole('status', { name: 'Target' }).textContent).not.toBe('');
  });

  it('are fixed one by one', async () => {
    const { user, text } = openProblems('{"id": "A", "input": "x", "assert": {"type": "contain", "value": "x"}}\n');
    const fix = screen
      .getAllByRole('button')
      .find(({ textContent }) => /^(?!.*line).*contains/.test(textContent ?? ''));
    await user.click(fix ?? document.body);
    expect(text()).toBe('{"id": "A", "input": "x", "assert": {"type": "contains", "value": "x"}}\n');
    expect(screen.getByText('No problems. Every case can run.')).toBeTruthy();
  });
});
