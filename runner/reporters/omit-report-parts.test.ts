import { describe, expect, it } from 'vitest';
import { type OmittableReportPart, omittableReportParts } from '../contract/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { OMITTED_PLACEHOLDER, omitReportParts } from './omit-report-parts.ts';

const photo = `data:image/png;base64,${'A'.repeat(40)}`;
const call = { tool: 'find', arguments: { name: 'Rana' }, result: { phone: '+49 555 0100' }, error: 'no second line' };
const answer = 'Is +49 555 0100 yours?';

const result = caseResult({
  id: 'call back',
  kind: 'dynamic',
  status: 'failed',
  input: 'please call me at home',
  output: answer,
  toolCalls: [call],
  turns: [
    {
      turn: 1,
      origin: 'case',
      input: [
        { type: 'text', text: 'please call me at home' },
        { type: 'image', url: photo },
      ],
      response: { content: answer, toolCalls: [call] },
      checkpointsReached: [],
      reasoning: 'be vague',
      startedAt: 0,
      durationMs: 1,
    },
  ],
  assertions: [
    {
      type: 'contains',
      status: 'failed',
      message: 'got "please call me at home" and +49 555 0100',
      agentValidation: { passed: false, reason: 'rude', request: { messages: 'please call me at home' } },
    },
    { type: 'tool_result', status: 'failed', message: 'phone 0100', actual: { phone: '+49 555 0100' } },
  ],
  inferred: [{ type: 'tool_result', status: 'failed', message: 'line 0200' }],
});
const review = { suiteKey: 'tests/suite.jsonl', caseId: 'call back', attempt: 1, reviewer: 'ann', reviewedAt: 0 };
const bad = { ...review, verdict: 'bad' as const, note: 'too curt' };

function reportWithout(...parts: OmittableReportPart[]) {
  const stored = finishedRun([result], {
    reviews: [bad],
    turnReviews: [{ ...bad, turn: 1 }],
    lastPassing: () => result,
  });
  const { state, resultsOf } = omitReportParts(stored, parts);
  const [row] = state.rows;
  return JSON.stringify([state, row && resultsOf(row), row && state.lastPassing?.(row)]);
}

const words = {
  users: ['please call me', 'be vague'],
  tools: ['no second line', 'phone 0100', 'line 0200', '"actual"'],
  attachments: ['data:image'],
  notes: ['too curt'],
};

describe('a report without some of its parts', () => {
  it('is the same if nothing is left out', () => {
    for (const text of Object.values(words).flat()) expect(reportWithout()).toContain(text);
  });

  it.each(omittableReportParts)('has none of its %s, and all of the others', (part) => {
    const text = reportWithout(part);
    for (const other of omittableReportParts) {
      for (const word of words[other]) expect(text.includes(word), word).toBe(other !== part);
    }
    expect(text).toContain(answer);
    expect(text).toContain('call back');
  });

  it('does not quote what was left out in its checks', () => {
    expect(reportWithout('users', 'tools')).toContain(`got \\"${OMITTED_PLACEHOLDER}\\" and ${OMITTED_PLACEHOLDER}`);
  });
});
