import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useDeferredValue, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { InputField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { TextLink } from '@/components/ui/links';
import { Problems } from '@/components/ui/problems';
import { type AttemptAddress, errorText, type RouteAnswers, runAgain, sendPhraseRule } from '@/lib/queries';
import type { PhraseExpectation } from '@/runner/authoring';
import { formatCountWithNoun } from '@/runner/format';
import { expectationLabels } from './expectation-labels';

type Props = {
  attemptAddress: AttemptAddress;
  file: string;
  words: string;
  expectation: PhraseExpectation;
  onClose: () => void;
};

/**
 * A dialog that makes a rule from words of an answer: tests it on the last attempts of a case, writes it to the file,
 * and runs the case.
 */
export function PhraseRuleDialog({ attemptAddress, file, words: selected, expectation, onClose }: Props) {
  const { runId, suiteKey, caseId } = attemptAddress;
  const router = useRouter();
  const [words, setWords] = useState(selected);
  const rule = { suiteKey: file, caseId, words: useDeferredValue(words).trim(), wish: expectation };
  const dry = useQuery({
    queryKey: ['words', rule],
    queryFn: () => sendPhraseRule({ ...rule, save: false }),
    enabled: rule.words !== '',
  });
  const save = useMutation({ mutationFn: () => sendPhraseRule({ ...rule, words: words.trim(), save: true }) });
  const run = useMutation({
    mutationFn: () => runAgain(runId, { suite: suiteKey, case: caseId }),
    onSuccess: (answer) => {
      if (answer.ok) router.push(`/runs/${answer.runId}`);
    },
  });
  const refused = run.data?.ok === false ? run.data.problems : [];
  if (save.data !== undefined) {
    return (
      <Dialog onClose={onClose} title="Saved" description={`The rule was added to case ${caseId} in ${file}.`}>
        <p className="mb-3">
          {expectationLabels[expectation]}: <strong className="break-words">“{words}”</strong>
        </p>
        <Problems problems={[...refused, ...errorText(run.error)]} />
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" disabled={run.isPending || run.data?.ok === true} onClick={() => run.mutate()}>
            {run.isPending ? 'Starting…' : 'Run this case'}
          </Button>
          <TextLink href={`/cases/${file}?${new URLSearchParams({ case: caseId })}`}>Open the case</TextLink>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={onClose}
      title={expectationLabels[expectation]}
      description={`A rule for case ${caseId} in ${file}.`}
    >
      <Form onSubmit={() => save.mutate()}>
        <InputField
          label="Words"
          required
          maxLength={2_000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p role="status" className="min-h-5 text-ink-soft text-xs tabular-nums">
          {dry.data !== undefined && describePhraseTrial(dry.data)}
        </p>
        <Problems title="The rule cannot be added." problems={errorText(save.error ?? dry.error)} />
        <FormButtons submit="Save" disabled={save.isPending || dry.isError} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function describePhraseTrial({
  attempts,
  passed,
  failed,
  open,
  passedBefore,
}: RouteAnswers['POST /api/cases/phrase-rules']): string {
  if (attempts === 0) return 'No attempt of this case is stored, so the rule cannot be tried out.';
  const countTexts = [`${passed} pass`, `${failed} fail`, ...(open === 0 ? [] : [`${open} need a run`])];
  return `With this rule, of the last ${formatCountWithNoun(attempts, 'attempt')}: ${countTexts.join(', ')}. Before: ${passedBefore} passed.`;
}
