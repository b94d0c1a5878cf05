import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/links';
import { Problems } from '@/components/ui/problems';
import { addRule, errorText } from '@/lib/queries';
import type { CallExpectation } from '@/runner/authoring';
import { type AttemptState, parseSuiteKey } from '@/runner/fold';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';

const expectationLabels: Readonly<Record<CallExpectation, string>> = { must: 'must', may: 'may', never: 'must never' };
const expectationOrder = ['must', 'may', 'never'] as const;

type CallsProps = {
  calls: readonly { name: string }[];
  /** Adds the chosen rule to the case. The promise rejects if that fails. */
  write: (tool: string, expectation: CallExpectation) => Promise<unknown>;
};

/** Lists tools whose calls no assertion checks, and offers rules for each of them. */
export function UnjudgedCalls({ calls, write }: CallsProps) {
  const [savedWishes, setWritten] = useState<Readonly<Record<string, CallExpectation>>>({});
  const writeMutation = useMutation({
    mutationFn: ({ tool, expectation }: { tool: string; expectation: CallExpectation }) => write(tool, expectation),
    onSuccess: (_, { tool, expectation }) => setWritten((before) => ({ ...before, [tool]: expectation })),
  });
  const tools = new Map<string, number>();
  for (const { name } of calls) tools.set(name, (tools.get(name) ?? 0) + 1);
  return (
    <div className="mt-1 flex flex-col gap-1 text-xs">
      <ul aria-label="Unasserted calls" className="flex flex-col gap-1">
        {[...tools].map(([tool, count]) => (
          <li key={tool} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="break-all font-mono">{replaceInvisibleCharacters(tool)}</span>
            <span className="text-ink-faint">{formatCountWithNoun(count, 'call')}</span>
            {savedWishes[tool] === undefined ? (
              <fieldset aria-label={`A rule for ${tool}`} className="flex gap-1">
                {expectationOrder.map((expectation) => (
                  <Button
                    key={expectation}
                    size="sm"
                    disabled={writeMutation.isPending}
                    title={`Add a rule to the case: ${tool} ${expectationLabels[expectation]} be called`}
                    onClick={() => writeMutation.mutate({ tool, expectation })}
                  >
                    {expectationLabels[expectation]}
                  </Button>
                ))}
              </fieldset>
            ) : (
              <span role="status">{expectationLabels[savedWishes[tool]]} be called: written to the case</span>
            )}
          </li>
        ))}
      </ul>
      <Problems title="The rule was not written." problems={errorText(writeMutation.error)} />
    </div>
  );
}

/** Shows `UnjudgedCalls` if the case is in a file; a chosen rule is written to the file. */
export function UnjudgedAttemptCalls({ attempt: { suiteKey, caseId, result } }: { attempt: AttemptState }) {
  const calls = result?.unjudged?.calls ?? [];
  const { file } = parseSuiteKey(suiteKey);
  if (calls.length === 0 || !file.endsWith('.jsonl')) return null;
  return (
    <>
      <UnjudgedCalls
        calls={calls}
        write={(tool, expectation) => addRule({ suiteKey: file, caseId, tool, wish: expectation })}
      />
      <TextLink href={`/cases/${file}?${new URLSearchParams({ case: caseId })}`} className="self-start text-xs">
        Open the case
      </TextLink>
    </>
  );
}
