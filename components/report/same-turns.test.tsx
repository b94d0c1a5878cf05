import { render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { Conversation } from '@/components/conversation/conversation';
import { DiagnosedTurnContext } from '@/components/diagnosis/diagnosed-turn';
import { type FoldedRun, runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import type { CaseResult } from '@/runner/contract';
import { toPageResult } from '@/runner/reporters/html/page-data';
import { checkpoint, dynamicCase } from '@/runner/testing/case-factory';
import { scriptedAgent } from '@/runner/testing/fake-agents';
import { AttemptView } from './attempt-view';

const markdown = [
  '## Slots **free** 🩺\n\n| Day | Price |\n| --- | --: |\n| الاثنين | 45 € |\n\n1. one\n2. two\n\n```js\nslot(1)\n```',
  '<script>alert(1)</script> [a](javascript:alert(1)) ![x](https://shop.example/x.png)',
];

let run: FoldedRun;
let result: CaseResult;

beforeAll(async () => {
  const simulatorReply = (message: string) => JSON.stringify({ message, goal_achieved: false, reasoning: 'to get on' });
  run = await runCasesAndFoldEvents(
    [
      dynamicCase({
        id: 'D',
        checkpoints: [checkpoint({ id: 'first' }), checkpoint({ id: 'second', after: ['first'] })],
      }),
    ],
    [
      scriptedAgent('echo', [
        { content: markdown[0] ?? '', toolCalls: [{ tool: 'find_slots', arguments: { day: 'Mon' }, result: [1, 2] }] },
        markdown[1] ?? '',
      ]),
      scriptedAgent('simulator', [simulatorReply('And <b>Tuesday</b>?')]),
    ],
  );
  const finishedResult = run.attempt('D').result;
  if (finishedResult === undefined) throw new Error('the attempt has ended');
  result = finishedResult;
});

const diagnosed = { turn: 2, sentence: 'Wrong text', missing: 'second' };
const turns = () => screen.getAllByRole('listitem', { name: /^Turn \d/ });
/** Removes element ids from the HTML of a turn, because the dashboard and the report file use different ids. */
const htmlOf = (turn: HTMLElement): string => turn.innerHTML.replaceAll(/ id="[^"]*"/g, '');

async function dashboardTurns(): Promise<string[]> {
  const { unmount } = renderView(
    <DiagnosedTurnContext value={diagnosed}>
      <Conversation
        announced={run.row('D')}
        attempt={run.attempt('D')}
        raw={false}
        turn={2}
        onTurn={() => undefined}
        onTouch={() => undefined}
      />
    </DiagnosedTurnContext>,
  );
  await screen.findByRole('table');
  const html = turns().map(htmlOf);
  unmount();
  return html;
}

describe('a turn in a file', () => {
  it('has the same elements as in the dashboard', async () => {
    const expected = await dashboardTurns();
    const page = { ...toPageResult(result, run.row('D'), run.state), diagnosed };
    render(<AttemptView row={run.row('D')} result={page} turn="2" printing={false} />);
    await screen.findByRole('table');
    expect(turns().map(htmlOf)).toEqual(expected);
    expect(expected).toHaveLength(2);
    expect(expected[0]).toContain('<table dir="auto">');
    expect(expected[1]).toContain('second was expected from here');
    expect(expected.join('')).not.toMatch(/<script|<b>|<img|javascript:/);
  });
});
