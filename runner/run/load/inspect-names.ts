import path from 'node:path';
import type { ToolName } from '../../agents/agent-format.ts';
import { chooseAgentForFolder } from '../../agents/agent-of-folder.ts';
import { createCaseFileReferences } from '../../agents/case-file-references.ts';
import type { AgentsHandle } from '../../agents/create-agents.ts';
import { describeUnreportedAnswerPart } from '../../agents/describe-unreported-answer-part.ts';
import { listCheckedAnswerParts } from '../../assertions/assertion-types.ts';
import { createReferenceChecker, findReferenceProblems } from '../../authoring/index.ts';
import type { AgentEntry, AuthoredCase, WorkspaceConfig } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { collectAssertionLists } from '../../inputs/checks/check-conversation.ts';
import { type CaseFinding, errorAt } from '../../inputs/finding.ts';
import type { CaseInspection } from '../../inputs/read-case.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { createAttachmentInspection } from './attachment-inspection.ts';
import { createCodeInspection } from './code-inspection.ts';
import { findJudgeModelProblems } from './judge-models.ts';
import { createMetadataInspection } from './metadata-inspection.ts';
import { findUnknownTools } from './unknown-tools.ts';

type NameInspectionWorkspace = {
  root: string;
  config: WorkspaceConfig;
  agents: AgentsHandle;
  variables: Readonly<Record<string, string | undefined>>;
  /** The id of the tested agent, if the command line names it. */
  tested?: string | undefined;
  /** The connector that the command line chooses for the tested agent. */
  connector?: string | undefined;
};

/**
 * Finds names in the cases of a file that do not exist in the workspace: agents, connectors, scripts, attachments,
 * tools.
 */
export function createNameInspections({
  root,
  config,
  agents,
  variables,
  tested,
  connector,
}: NameInspectionWorkspace): (file: string) => CaseInspection {
  const listedConnectors = agents.connectors();
  const connectors = new Map(listedConnectors.map(({ id, problem }) => [id, problem]));
  const ids = [...Object.keys(config.agents), ...agents.found().map(({ id }) => id)];
  const askableIds = [...ids, ...listedConnectors.map(({ id }) => `model:${id}`)];
  return (file) => {
    const caseFileReferences = createCaseFileReferences(file, {
      root,
      folders: systems.folders,
      attachments: config.folders ?? [],
    });
    const answer = createReferenceChecker({ agents: askableIds, connectors, ...caseFileReferences });
    const named = tested ?? findAgentOfFile(file, { root, known: ids }) ?? config.defaults.name;
    const id = typeof named === 'string' ? removeAgentPrefix(named) : undefined;
    const tools = id === undefined ? undefined : listAgentTools(id, { config, agents });
    const entry = id === undefined || !Object.hasOwn(config.agents, id) ? undefined : config.agents[id];
    const isOtherProcess = entry !== undefined;
    const agentFile = entry?.type === 'module' ? path.resolve(root, entry.path) : undefined;
    const inspectCode = createCodeInspection({
      ...caseFileReferences,
      root,
      config,
      variables,
      isOtherProcess,
      agentFile,
    });
    const inspectAttachments = createAttachmentInspection({
      folder: path.dirname(file),
      isRefused: (name) => caseFileReferences.problemOfAttachment(name) !== undefined,
    });
    const inspectMetadata = createMetadataInspection({ root, config, entry, file, ...caseFileReferences });
    return (authored) => [
      ...inspectMetadata(authored),
      ...findReferenceProblems(authored, answer),
      ...inspectCode(authored),
      ...inspectAttachments(authored),
      ...findJudgeModelProblems(authored, { models: config.models, agents, tested: id, connector }),
      ...(id === undefined || tools === undefined ? [] : findUnknownTools(authored, { id, tools })),
      ...(id === undefined || entry === undefined ? [] : findUnreportedPartRules(authored, { id, entry })),
    ];
  };
}

/** Returns the agent to which a case file belongs because of its folder. */
export function findAgentOfFile(
  file: string,
  { root, known }: { root: string; known: readonly string[] },
): string | undefined {
  return systems.folders.above(file, root)?.id ?? chooseAgentForFolder(path.dirname(file), root, known);
}

/** Files that cannot be read are ignored here, because other code reports them. */
function listAgentTools(
  id: string,
  { config, agents }: Pick<NameInspectionWorkspace, 'config' | 'agents'>,
): readonly ToolName[] | undefined {
  const entry = config.agents[id];
  // The tools of MCP servers are not checked: they are known only after connecting to the servers.
  if (entry?.type === 'openai' && entry.mcp_servers === undefined)
    return entry.tools?.map(({ name }) => ({ tool: name }));
  try {
    return agents
      .found()
      .find((agent) => agent.id === id)
      ?.tools?.();
  } catch {
    return undefined;
  }
}

/** Finds rules about parts of an answer that the agent never reports. Such a rule would always pass or always fail. */
function findUnreportedPartRules(
  authored: AuthoredCase,
  { id, entry }: { id: string; entry: AgentEntry },
): CaseFinding[] {
  // Mocks record the calls that they answer, even if the agent does not report them.
  const isMocked = authored.mocks !== undefined || authored.state !== undefined;
  return collectAssertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((assertion, index) =>
      listCheckedAnswerParts(assertion).flatMap((answerPart) => {
        const problem =
          answerPart === 'tools' && isMocked ? undefined : describeUnreportedAnswerPart(id, entry, answerPart);
        return problem === undefined ? [] : errorAt([...path, index], problem);
      }),
    ),
  );
}
