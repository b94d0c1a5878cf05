import { channel } from 'node:diagnostics_channel';

/** Fails a unit test that starts a process or thread; such tests must be named `*.process.test.ts`. */
for (const name of ['child_process', 'worker_threads']) {
  const started = channel(name);
  if (started.hasSubscribers) continue;
  started.subscribe(() => {
    throw new Error(`A unit test used node:${name}. Name its file *.process.test.ts.`);
  });
}
