import { channel } from 'node:diagnostics_channel';

/** A unit test that starts a process or a thread fails: it belongs to those named `*.process.test.ts`. */
for (const name of ['child_process', 'worker_threads']) {
  const started = channel(name);
  if (started.hasSubscribers) continue;
  started.subscribe(() => {
    throw new Error(`A unit test used node:${name}. Name its file *.process.test.ts.`);
  });
}
