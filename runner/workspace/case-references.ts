import { type CaseReference, createReferenceChecker, type ReferenceProblem } from '../authoring/index.ts';
import { resolveCaseFilePath } from './case-files.ts';
import { describeWorkspace } from './describe-workspace.ts';
import { findFilesBesideCases } from './workspace-readers.ts';

/** The names in a workspace that the cases of a file may use. */
export async function listReferenceableNames(
  workspace: string,
  suiteKey: string,
): Promise<Record<'agents' | 'connectors' | 'hooks' | 'functions', string[]>> {
  const file = resolveCaseFilePath(workspace, suiteKey);
  const { agents, connectors, folders } = await describeWorkspace(workspace);
  const { listScripts } = findFilesBesideCases(file, { root: workspace, attachments: folders });
  return {
    agents: agents.map(({ id }) => id),
    connectors: connectors.map(({ id }) => id),
    hooks: listScripts('hook'),
    functions: listScripts('function'),
  };
}

type ReferencesRequest = { workspace: string; suiteKey: string; references: readonly CaseReference[] };

/**
 * The problem that `turntree lint` would report for each reference in the cases of a file; null if the reference is
 * valid. Reveals nothing about files outside of the workspace.
 */
export async function checkCaseReferences({
  workspace,
  suiteKey,
  references,
}: ReferencesRequest): Promise<(ReferenceProblem | null)[]> {
  const file = resolveCaseFilePath(workspace, suiteKey);
  const { agents, connectors, folders } = await describeWorkspace(workspace);
  const { problemOfScript, problemOfAttachment, readState, readTemplate } = findFilesBesideCases(file, {
    root: workspace,
    attachments: folders,
  });
  const answer = createReferenceChecker({
    agents: [...agents.map(({ id }) => id), ...connectors.map(({ id }) => `model:${id}`)],
    connectors: new Map(connectors.map(({ id, problem }) => [id, problem])),
    problemOfScript,
    problemOfAttachment,
    problemOfState(name) {
      const answer = readState(name);
      return answer.ok ? undefined : { message: answer.message, suggestion: answer.suggestion };
    },
    problemOfTemplate(name) {
      const answer = readTemplate(name);
      if (answer.ok) return undefined;
      return { message: answer.message, suggestion: answer.suggestion && `@${answer.suggestion}` };
    },
  });
  return references.map((reference) => answer(reference) ?? null);
}
