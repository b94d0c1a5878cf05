import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type RunChoice, resolveRunChoice } from '@/components/runs/new-run/run-choice';
import { errorText, startRun, workspaceQuery } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';

export type CaseRunner = {
  /** Saves the file and runs one case, or all cases if `caseId` is undefined. */
  run: (caseId: string | undefined) => Promise<void>;
  starting: boolean;
  problems: readonly string[];
  choice: RunChoice;
  setChoice: (choice: RunChoice) => void;
};

const NOT_SAVED_MESSAGE = 'The changes could not be saved. A run uses the file on disk, so save the file first.';

/**
 * Returns a function that runs cases. It first saves the file, because a separate process runs the cases and reads them
 * from disk.
 */
export function useCaseRunner(onStarted: (runId: string) => void): CaseRunner {
  const { suiteKey, checked, file } = useCaseDocument();
  // Loads this only after the first check: the server reads all case files to answer the request, and this file should
  // appear first.
  const { data: workspace } = useQuery({ ...workspaceQuery(), enabled: checked !== undefined });
  const [choice, setChoice] = useState<RunChoice>({});
  const [unsaved, setUnsaved] = useState(false);
  const start = useMutation({
    mutationFn: startRun,
    onSuccess: (answer) => {
      if (answer.ok) onStarted(answer.runId);
    },
  });
  async function runCase(caseId: string | undefined): Promise<void> {
    if (start.isPending) return;
    const isSaved = !file.edited || (await file.save());
    setUnsaved(!isSaved);
    if (!isSaved) return;
    const suite = workspace?.suites.find(({ key }) => key === suiteKey);
    const resolvedChoice = workspace === undefined ? choice : resolveRunChoice(choice, { workspace, suite });
    const cases = caseId === undefined ? undefined : [caseId];
    start.mutate({ suites: [suiteKey], attempts: 1, parallel: 1, cases, ...resolvedChoice });
  }
  const refused = start.data?.ok === false ? start.data.problems : errorText(start.error);
  return {
    run: runCase,
    starting: start.isPending,
    problems: unsaved ? [NOT_SAVED_MESSAGE] : refused,
    choice,
    setChoice,
  };
}
