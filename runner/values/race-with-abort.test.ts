import { expect, it } from 'vitest';
import { raceWithAbort } from './race-with-abort.ts';

const neverSettles = () => new Promise<never>(() => undefined);

it('answers what work answers, and rejects with what it rejects with', async () => {
  const { signal } = new AbortController();
  expect(await raceWithAbort(async () => 'done', signal)).toBe('done');
  await expect(raceWithAbort(() => Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

it('breaks work off, and rejects with the reason, as soon as its signal aborts', async () => {
  const controller = new AbortController();
  const broken: string[] = [];
  const pendingWait = raceWithAbort(neverSettles, controller.signal, () => broken.push('off'));
  controller.abort(new Error('late'));
  await expect(pendingWait).rejects.toThrow('late');
  expect(broken).toEqual(['off']);
});

it('does not begin work when its signal has aborted', async () => {
  let startCount = 0;
  const startWork = async () => {
    startCount += 1;
  };
  await expect(raceWithAbort(startWork, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  expect(startCount).toBe(0);
});
