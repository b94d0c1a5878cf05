import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyAttemptState, emptyRunState } from '../../runner/fold/index.ts';
import { attemptQuery } from './attempt.ts';
import { type Connection, followRun } from './follow-run.ts';
import { runQuery } from './run.ts';

/** A fake EventSource controlled by the test. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeEventSource[] = [];
  readyState = 1;
  onopen: (() => void) | undefined;
  onmessage: ((message: { data: string }) => void) | undefined;
  onerror: (() => void) | undefined;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}

const snapshot = { ...emptyRunState('r'), seq: 5 };

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.opened.length = 0;
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('requestAnimationFrame', (flush: () => void) => setTimeout(flush, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(snapshot))),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page that follows a run', () => {
  it('takes the state of the run in the place of many events, reads its attempts anew, and goes on from there', async () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(runQuery('r').queryKey, { ...emptyRunState('r'), seq: 2 });
    const attempt = attemptQuery('r', { suiteKey: 's', caseId: 'c', attempt: 1 });
    queryClient.setQueryData(attempt.queryKey, emptyAttemptState({ suiteKey: 's', caseId: 'c', attempt: 1 }));
    const stopFollowing = followRun({ queryClient, runId: 'r', onConnection: () => undefined });
    const [source] = FakeEventSource.opened;
    const send = (state: object) =>
      source?.dispatchEvent(Object.assign(new Event('run.state'), { data: JSON.stringify(state) }));
    send({ ...emptyRunState('r'), seq: 1_500, status: 'running' });
    source?.onmessage?.({
      data: '{"v":1,"runId":"r","seq":1501,"at":1,"type":"log.written","source":"agent","text":"x"}',
    });
    await vi.advanceTimersByTimeAsync(50);
    expect(queryClient.getQueryData(runQuery('r').queryKey)).toMatchObject({ seq: 1_501, status: 'running' });
    expect(queryClient.getQueryState(attempt.queryKey)?.isInvalidated).toBe(true);
    expect(fetch).not.toHaveBeenCalledWith('/api/runs/r', expect.anything());
    send({ ...emptyRunState('other'), seq: 1_600 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetch).toHaveBeenCalledWith('/api/runs/r', expect.anything());
    stopFollowing();
  });

  it('has finished when the state of the run says so', async () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(runQuery('r').queryKey, emptyRunState('r'));
    const connections: Connection[] = [];
    followRun({ queryClient, runId: 'r', onConnection: (connection) => connections.push(connection) });
    const [source] = FakeEventSource.opened;
    const finishedState = JSON.stringify({ ...emptyRunState('r'), seq: 1_500, status: 'passed', finishedAt: 9 });
    source?.dispatchEvent(Object.assign(new Event('run.state'), { data: finishedState }));
    await vi.advanceTimersByTimeAsync(20);
    expect(connections).toEqual(['finished']);
    expect(source?.readyState).toBe(FakeEventSource.CLOSED);
  });

  it.each([
    ['of another version', '{"v":2,"runId":"r","seq":1,"at":1,"type":"case.started"}'],
    ['of another run', '{"v":1,"runId":"x","seq":1,"at":1,"type":"case.started"}'],
    ['that is cut off', '{"v":1,"runId":"r"'],
  ])('says that it is behind after an event %s, and goes on from the run read anew', async (_, text) => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(runQuery('r').queryKey, emptyRunState('r'));
    const connections: Connection[] = [];
    const stopFollowing = followRun({
      queryClient,
      runId: 'r',
      onConnection: (connection) => connections.push(connection),
    });
    FakeEventSource.opened[0]?.onmessage?.({ data: text });

    await vi.advanceTimersByTimeAsync(20);
    expect(connections).toEqual(['lost']);
    expect(FakeEventSource.opened[0]?.readyState).toBe(FakeEventSource.CLOSED);

    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetch).toHaveBeenCalledWith('/api/runs/r', expect.anything());
    expect(queryClient.getQueryData(runQuery('r').queryKey)?.seq).toBe(5);
    expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([
      '/api/runs/r/events?after=0',
      '/api/runs/r/events?after=5',
    ]);
    stopFollowing();
  });
});
