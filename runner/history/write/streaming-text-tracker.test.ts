import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../contract/index.ts';
import { runPlan, standardCase } from '../../testing/case-factory.ts';
import { answeringAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import { readLiveTexts } from '../index.ts';
import { temporaryHistories } from '../testing/temporary-histories.ts';
import { emptyBatch } from './batch.ts';
import { createBatchAppender } from './batch-appender.ts';
import { createStreamingTextTracker } from './streaming-text-tracker.ts';
import { prepareBatchWriter } from './write-batch.ts';

const freshHistory = temporaryHistories();

/**
 * Records an answer in pieces and writes after each piece. Returns the content of the history after every piece and at
 * the end.
 */
async function recordTexts(textChunks: readonly string[]) {
  const database = freshHistory();
  const write = prepareBatchWriter(database.sqlite);
  const fill = createBatchAppender();
  const texts = createStreamingTextTracker();
  const collected: string[] = [];
  let batch = emptyBatch('run-1');
  const flush = () => {
    batch.live.push(...texts.takeGrownTexts());
    write(batch);
    batch = emptyBatch('run-1');
    collected.push([...readLiveTexts(database, 'run-1').values()].map(({ turn, text }) => `${turn}: ${text}`).join());
  };
  const agent = answeringAgent('echo', (request) => {
    for (const [position] of textChunks.entries()) {
      request.context.report?.({ type: 'text', text: textChunks.slice(0, position + 1).join('') });
      flush();
    }
    return textChunks.join('');
  });
  const observer = {
    name: 'history',
    onEvent(event: RunEvent) {
      fill(batch, event);
      batch.live.push(...texts.textsEndedBy(event));
    },
    onText: texts.grow,
  };
  const redact = (text: string) => text.replaceAll('sk-canary', '[redacted]');
  const { done } = recordRun(runPlan([standardCase({ id: 'A' })]), [agent], { observers: [observer], redact });
  await done;
  flush();
  return collected;
}

describe('an answer that is being given', () => {
  it('is in the history as far as it has come, word by word, until its turn is over', async () => {
    expect(await recordTexts(['May I ', 'have your', ' order id?'])).toEqual([
      ...['1: May I ', '1: May I have ', '1: May I have your order '],
      '',
    ]);
  });

  it('is masked before it is written', async () => {
    expect(await recordTexts(['my key is sk-', 'canary, and ', 'that is it'])).toEqual([
      ...['1: my key is ', '1: my key is [redacted], and ', '1: my key is [redacted], and that is '],
      '',
    ]);
  });
});
