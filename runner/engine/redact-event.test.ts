import { describe, expect, it } from 'vitest';
import { runEventSchema } from '../contract/index.ts';
import { runPlan, standardCase } from '../testing/case-factory.ts';
import { answeringAgent } from '../testing/fake-agents.ts';
import { recordRun } from '../testing/record-run.ts';
import { redactStreamedText } from './redact-event.ts';

const redact = (text: string) => text.replaceAll(/canary-\d+|standard|assistant|output/g, '[redacted]');

async function recordEvents(answer: string) {
  const plan = runPlan([standardCase({ id: 'A', input: 'the secret is canary-123' })]);
  const { events, done } = recordRun(plan, [answeringAgent('echo', () => answer)], { redact });
  return { events, state: await done };
}

describe('the events of a run that has secrets', () => {
  it('show none to any observer, nor in the state', async () => {
    const { events, state } = await recordEvents('canary-456');
    expect(JSON.stringify({ events, state })).not.toContain('canary-');
    expect(events.at(-2)).toMatchObject({ type: 'case.finished', result: { output: '[redacted]' } });
  });

  it('keep their own words and keys, although a secret is one of them', async () => {
    const { events } = await recordEvents('standard output');
    expect(() => events.map((event) => runEventSchema.parse(event))).not.toThrow();
    expect(events.at(-2)).toMatchObject({ result: { kind: 'standard', output: '[redacted] [redacted]' } });
  });
});

describe('a text that grows', () => {
  const redact = (text: string) => text.replaceAll('sk-canary', '[redacted]');

  it('never shows a part of a secret, however it comes', () => {
    const fullText = 'my key is sk-canary, and that is it';
    for (let length = 0; length <= fullText.length; length += 1) {
      expect(redactStreamedText(fullText.slice(0, length), redact)).not.toMatch(/sk/);
    }
    expect(redactStreamedText(`${fullText} `, redact)).toBe('my key is [redacted], and that is it ');
  });

  it('waits for the end of no word where there are no spaces', () => {
    expect(redactStreamedText('你好，请问订单号', redact)).toBe('你好，请问订单号');
    expect(redactStreamedText('x'.repeat(500), redact)).toHaveLength(300);
  });
});
