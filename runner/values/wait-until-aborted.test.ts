import { expect, it } from 'vitest';
import { raceWithAbort } from './wait-until-aborted.ts';

const never = () => new Promise<never>(() => undefined);

it('answers what work answers, and rejects with what it rejects with', async () => {
  const { signal } = new AbortController();
  expect(await raceWithAbort(async () => 'done', signal)).toBe('done');
  await expect(raceWithAbort(() => Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

it('breaks work off, and rejects with the reason, as soon as its signal aborts', async () => {
  const stop = new AbortController();
  const broken: string[] = [];
  const waiting = raceWithAbort(never, stop.signal, () => broken.push('off'));
  stop.abort(new Error('late'));
  await expect(waiting).rejects.toThrow('late');
  expect(broken).toEqual(['off']);
});

it('does not begin work when its signal has aborted', async () => {
  let startCount = 0;
  const work = async () => {
    startCount += 1;
  };
  await expect(raceWithAbort(work, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  expect(startCount).toBe(0);
});
