import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { ChooseCase } from '@/components/editor/document/choose-case';
import { SelectField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { caseAnswersQuery, caseOutcomesQuery, type RouteAnswers } from '@/lib/queries';
import { createAnswerFromPastedText, type DryRun, type RecordedAnswer } from '@/runner/authoring';
import { formatCountWithNoun } from '@/runner/format';
import type { Json } from '@/runner/values';
import { ChangedResultList } from './changed-result-list';
import type { DryRunReply, DryRunRequest } from './dry-run-messages';
import { DryRunResult } from './dry-run-result';
import { recordedAttemptKey, recordedAttemptLabel } from './recorded-attempt-label';
import { VerdictChangesSection } from './verdict-changes-section';

const PASTED_ANSWER_KEY = 'pasted';

type RecordedAnswersResponse = RouteAnswers['GET /api/cases/answers'];

/** Evaluates the edited case on recorded answers, without calling an agent or a model. */
export function DryRunPane() {
  const { suiteKey, selected } = useCaseDocument();
  const { data } = useQuery(caseOutcomesQuery(suiteKey));
  const last = data?.outcomes.find(({ caseId }) => caseId === selected?.id);
  const query = useQuery({
    ...caseAnswersQuery(suiteKey, selected?.id ?? '', last?.runId),
    enabled: selected !== undefined,
  });
  if (selected === undefined) {
    return (
      <div className="flex flex-col">
        <ChooseCase title="Select a case to try it on its recorded answers." />
        <VerdictChangesSection />
      </div>
    );
  }
  if (query.isError || query.data === undefined) return <PendingQuery query={query} className="m-4 h-40" />;
  return (
    <div className="flex flex-col">
      <RecordedAnswers key={selected.id} data={query.data} />
      <VerdictChangesSection />
    </div>
  );
}

function RecordedAnswers({ data: { answers: attempts, leftOut } }: { data: RecordedAnswersResponse }) {
  const { selected } = useCaseDocument();
  const [chosenAttempt, setChosenAttempt] = useState<string | null>(null);
  const [pasted, paste] = useState('');
  const newestAttempt = attempts[0];
  const selectedKey =
    chosenAttempt ?? (newestAttempt === undefined ? PASTED_ANSWER_KEY : recordedAttemptKey(newestAttempt));
  const answers = useMemo(() => [...attempts, createAnswerFromPastedText(pasted)], [attempts, pasted]);
  const dry = useDryRunResults(selected?.value, answers);
  const position =
    selectedKey === PASTED_ANSWER_KEY
      ? attempts.length
      : attempts.findIndex((attempt) => recordedAttemptKey(attempt) === selectedKey);
  // Shows no verdict while the field for a pasted answer is empty.
  const answer = selectedKey === PASTED_ANSWER_KEY && pasted === '' ? undefined : answers[position];
  const run = dry !== undefined && 'runs' in dry && dry.answers === answers ? dry.runs[position] : undefined;
  return (
    <div className="flex flex-col">
      <div className="flex flex-col gap-2 border-b px-4 py-3">
        {newestAttempt === undefined && (
          <p className="text-ink-soft text-xs">
            {leftOut > 0
              ? 'The recorded answers of this case are too large to replay here.'
              : 'This case has no recorded answers yet. Run it once to try your changes on what the agent said.'}{' '}
            Until then, paste an answer.
          </p>
        )}
        <SelectField
          label="Recorded answer"
          value={selectedKey}
          onValueChange={setChosenAttempt}
          placeholder="Choose an answer"
          options={[
            ...attempts.map((attempt) => ({ value: recordedAttemptKey(attempt), ...recordedAttemptLabel(attempt) })),
            { value: PASTED_ANSWER_KEY, text: 'Pasted text' },
          ]}
        />
        {selectedKey === PASTED_ANSWER_KEY && (
          <textarea
            aria-label="Pasted answer"
            value={pasted}
            rows={4}
            placeholder="Paste what the agent said"
            onChange={(event) => paste(event.target.value)}
            className="w-full rounded-md border bg-surface px-2.5 py-1.5 text-sm"
          />
        )}
      </div>
      {selected?.value === undefined && (
        <Notice title="The case is not JSON yet." details={['Fix the errors under Problems.']} />
      )}
      {dry !== undefined && 'problem' in dry && <Notice title="The dry run failed." details={[dry.problem]} />}
      {run !== undefined && answer !== undefined && selected?.value !== undefined && (
        <DryRunResult run={run} answer={answer} />
      )}
      {attempts.length > 0 && dry !== undefined && 'runs' in dry && (
        <ChangedResultList
          attempts={attempts}
          runs={dry.runs}
          onChoose={(attempt) => setChosenAttempt(recordedAttemptKey(attempt))}
        />
      )}
      {leftOut > 0 && newestAttempt !== undefined && (
        <p className="px-4 py-2 text-ink-faint text-xs">
          {formatCountWithNoun(leftOut, 'attempt')} left out: too large to replay here.
        </p>
      )}
    </div>
  );
}

/** The results of a dry run: `runs[i]` is the result for `answers[i]`. */
type DryRunResults = { runs: readonly DryRun[]; answers: readonly RecordedAnswer[] } | { problem: string };

/** Evaluates a case on recorded answers shortly after each change. Returns undefined before the first results. */
function useDryRunResults(value: Json | undefined, answers: RecordedAnswer[]): DryRunResults | undefined {
  const worker = useRef<Worker>(undefined);
  const lastRequest = useRef<{ id: number; answers: RecordedAnswer[] }>(undefined);
  const [results, setKnown] = useState<DryRunResults>();
  useEffect(() => {
    const started = new Worker(new URL('./dry-run-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<DryRunReply>) => {
      if (lastRequest.current?.id !== data.id) return;
      setKnown('runs' in data ? { runs: data.runs, answers: lastRequest.current.answers } : { problem: data.problem });
    });
    started.addEventListener('error', () => setKnown({ problem: 'The dry run could not start in this browser.' }));
    worker.current = started;
    return () => {
      lastRequest.current = undefined;
      started.terminate();
    };
  }, []);
  useEffect(() => {
    if (value === undefined || worker.current === undefined) return;
    const sendToWorker = (request: DryRunRequest): void => worker.current?.postMessage(request);
    if (lastRequest.current?.answers !== answers) sendToWorker({ kind: 'answers', answers });
    const id = (lastRequest.current?.id ?? 0) + 1;
    lastRequest.current = { id, answers };
    sendToWorker({ kind: 'case', id, value });
  }, [value, answers]);
  return results;
}
