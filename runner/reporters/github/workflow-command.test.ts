import { describe, expect, it } from 'vitest';
import { joinJobSummary } from './job-summary.ts';
import { formatWorkflowCommand } from './workflow-command.ts';

describe('a workflow command', () => {
  it('names the place that it is about', () => {
    const place = { file: 'tests/a.jsonl', line: 3, column: 1, title: 'A' };
    expect(formatWorkflowCommand({ severity: 'error', ...place, message: 'wrong' })).toBe(
      '::error file=tests/a.jsonl,line=3,col=1,title=A::wrong',
    );
    expect(formatWorkflowCommand({ severity: 'notice', message: 'all good' })).toBe('::notice::all good');
  });

  it('keeps to one line, and to its properties, whatever a text holds', () => {
    const command = formatWorkflowCommand({
      severity: 'warning',
      title: 'a: 100%, b',
      message: '100%: a,\r\n::error::b',
    });
    expect(command).toBe('::warning title=a%3A 100%25%2C b::100%25: a,%0D%0A::error::b');
  });

  it('contains no second command', () => {
    const command = formatWorkflowCommand({
      severity: 'error',
      title: '##[group]a',
      message: '##vso[task.setvariable variable=a]b ##[error]c',
    });
    expect(command).toBe('::error title=##\\[group]a::##vso\\[task.setvariable variable=a]b ##\\[error]c');
  });
});

describe('a job summary', () => {
  it('is the whole report where it has room', () => {
    expect(joinJobSummary(['# A\n', 'b\n'], 1000)).toBe('# A\nb\n');
  });

  it('ends between two pieces where it has not, saying so, and never takes more room', () => {
    const pieces = ['# A\n', 'ä'.repeat(400), 'c'.repeat(500)];
    const cut = joinJobSummary(pieces, 1000);
    expect(cut).toMatch(/^# A\nä{400}\n\n> This report was cut/);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(1000);
    expect(joinJobSummary(pieces, 10)).toBe('');
  });
});
