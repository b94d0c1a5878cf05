import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../runner/contract/index.ts';
import { createEventStream, formatEvent } from './event-stream.ts';
import { parseResumeSeq } from './resume-point.ts';

describe('an event stream', () => {
  it('sends each event with its seq as id, and ends with the log', async () => {
    const text = await new Response(
      createEventStream(toChunks([[started(1), started(2)], [started(3)]]), { heartbeatMs: 60_000, leave: leaver() }),
    ).text();
    expect([...text.matchAll(/^id: (\d+)$/gm)].map((match) => match[1])).toEqual(['1', '2', '3']);
    const lines = [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? ''));
    expect(lines).toEqual([started(1), started(2), started(3)]);
  });

  it('keeps an event with line breaks in one message', async () => {
    const event: RunEvent = { ...envelope(1), type: 'log.written', source: 'agent', text: 'a\n\ndata: b\r\nid: 7' };
    const text = await new Response(
      createEventStream(toChunks([[event]]), { heartbeatMs: 60_000, leave: leaver() }),
    ).text();
    expect(text.match(/^id: /gm)).toHaveLength(1);
  });

  it('beats while nothing happens', async () => {
    const controller = leaver();
    const reader = createEventStream(silence(controller.signal), { heartbeatMs: 1, leave: controller }).getReader();
    await reader.read();
    const beat = await reader.read();
    expect(new TextDecoder().decode(beat.value)).toMatch(/^:.*\n\n$/);
    await reader.cancel();
  });

  it('reads nothing ahead of who does not take what it has', async () => {
    const producedSeqs: number[] = [];
    const chunks = (async function* () {
      for (let seq = 1; seq <= 100; seq += 1) {
        producedSeqs.push(seq);
        yield new TextEncoder().encode(formatEvent(started(seq)));
      }
    })();
    const stream = createEventStream(chunks, { heartbeatMs: 1, leave: leaver() });
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(producedSeqs.length).toBeLessThanOrEqual(3);
    await reader.cancel();
  });

  it('ends the tail when the client leaves', async () => {
    const controller = leaver();
    const reader = createEventStream(silence(controller.signal), {
      heartbeatMs: 60_000,
      leave: controller,
    }).getReader();
    await reader.read();
    await reader.cancel();
    expect(controller.signal.aborted).toBe(true);
  });

  it('breaks when the log cannot be read, so that the client comes back', async () => {
    const stream = createEventStream(failing(), { heartbeatMs: 60_000, leave: leaver() });
    await expect(new Response(stream).text()).rejects.toThrow('disk');
  });
});

describe('the resume point', () => {
  it('is where the connection broke, rather than where the page began', () => {
    expect(parseResumeSeq({ lastEventId: '12', after: '5' })).toBe(12);
    expect(parseResumeSeq({ lastEventId: null, after: '5' })).toBe(5);
    expect(parseResumeSeq({ lastEventId: '', after: null })).toBe(0);
  });

  it('ignores an id that is none of ours and refuses a parameter that is not a number', () => {
    expect(parseResumeSeq({ lastEventId: 'abc', after: '3' })).toBe(3);
    expect(() => parseResumeSeq({ lastEventId: null, after: '-1' })).toThrow();
    expect(() => parseResumeSeq({ lastEventId: null, after: 'x' })).toThrow();
  });
});

function envelope(seq: number) {
  return { v: 1 as const, runId: 'r', seq, at: 0 };
}

function started(seq: number): RunEvent {
  return { ...envelope(seq), type: 'case.started', suiteKey: 's', caseId: 'c', attempt: 1 };
}

function leaver(): AbortController {
  return new AbortController();
}

async function* toChunks(batches: RunEvent[][]): AsyncGenerator<Uint8Array> {
  for (const batch of batches) yield new TextEncoder().encode(batch.map(formatEvent).join(''));
}

async function* silence(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(formatEvent(started(1)));
  throw new Error('disk');
}
