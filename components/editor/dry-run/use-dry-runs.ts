import { useEffect, useRef, useState } from 'react';
import type { DryRun, RecordedAnswer } from '@/runner/authoring';
import type { Json } from '@/runner/values';
import type { DryRunReply, DryRunRequest } from './dry-run-messages';

/** One for each answer. */
export type DryRuns = { runs: readonly DryRun[]; answers: readonly RecordedAnswer[] } | { problem: string };

/** Returns a case's results for recorded answers, shortly after each change; undefined before the first reply. */
export function useDryRuns(value: Json | undefined, answers: RecordedAnswer[]): DryRuns | undefined {
  const worker = useRef<Worker>(undefined);
  const asked = useRef<{ id: number; answers: RecordedAnswer[] }>(undefined);
  const [known, setKnown] = useState<DryRuns>();
  useEffect(() => {
    const started = new Worker(new URL('./dry-run-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<DryRunReply>) => {
      if (asked.current?.id !== data.id) return;
      setKnown('runs' in data ? { runs: data.runs, answers: asked.current.answers } : { problem: data.problem });
    });
    started.addEventListener('error', () => setKnown({ problem: 'It could not start in this browser.' }));
    worker.current = started;
    return () => {
      asked.current = undefined;
      started.terminate();
    };
  }, []);
  useEffect(() => {
    if (value === undefined || worker.current === undefined) return;
    const send = (request: DryRunRequest): void => worker.current?.postMessage(request);
    if (asked.current?.answers !== answers) send({ kind: 'answers', answers });
    const id = (asked.current?.id ?? 0) + 1;
    asked.current = { id, answers };
    send({ kind: 'case', id, value });
  }, [value, answers]);
  return known;
}
