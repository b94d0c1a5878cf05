import type { AgentsHandle } from '../../agents/create-agents.ts';
import { BUILT_IN_JUDGE, isForBuiltInJudge } from '../../assertions/agent/built-in-judge.ts';
import type { AuthoredCase, ScriptedRule, TestCase, WorkspaceConfig } from '../../contract/index.ts';
import { collectAssertionLists } from '../../inputs/checks/check-conversation.ts';
import { type CaseFinding, errorAt, warningAt } from '../../inputs/finding.ts';

type JudgeModelContext = {
  models: WorkspaceConfig['models'];
  agents: Pick<AgentsHandle, 'helper' | 'describe' | 'connector'>;
  tested: string | undefined;
  /** The connector that the command line chooses for the tested agent. */
  connector: string | undefined;
};

/** Finds assertions whose judge has no model, or uses the same model as the agent that it judges. */
export function findJudgeModelProblems(
  authored: AuthoredCase,
  { models, agents, tested, connector }: JudgeModelContext,
): CaseFinding[] {
  const getConnectorOfTestedAgent = (): string | undefined =>
    connector ??
    authored.options?.connector ??
    (tested === undefined ? undefined : findConnectorOfAgent(tested, agents));
  return collectAssertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((rule, index): CaseFinding[] => {
      if (rule.type !== 'agent' || !isForBuiltInJudge(rule)) return [];
      const itemPath = [...path, index];
      const ofAgent = getConnectorOfTestedAgent();
      const model = chooseModelOfJudge(rule.options?.connector, ofAgent, agents);
      if ('problem' in model) {
        return [{ ...errorAt(itemPath, model.problem), reference: { kind: 'validator', name: BUILT_IN_JUDGE } }];
      }
      const entry = Object.hasOwn(models, model.connector) ? models[model.connector] : undefined;
      if (entry?.type === 'scripted' && entry.rules !== undefined && canNeverReject(entry.rules)) {
        return [
          warningAt(itemPath, `the judge passes every answer: no rule of ${model.connector} has a verdict but "yes"`),
        ];
      }
      if (ofAgent === undefined || !isSameModel(model.connector, ofAgent, agents)) return [];
      return [warningAt(itemPath, describeOwnJudge(model.connector))];
    }),
  );
}

/** Returns the first case of a file whose consistency judge is the model of the agent that it judges. */
export function findOwnConsistencyJudge(
  { cases, agentId }: { cases: readonly TestCase[]; agentId: string },
  agents: JudgeModelContext['agents'],
): { line: number; message: string } | undefined {
  const ofAgent = findConnectorOfAgent(agentId, agents);
  for (const testCase of ofAgent === undefined ? [] : cases) {
    const { line = 1 } = testCase;
    const metrics = 'metrics' in testCase ? testCase.metrics : [];
    const judges = metrics.flatMap((metric) => ('judge' in metric ? metric.judge.replace(/^model:/, '') : []));
    const own = judges.find((judge) => ofAgent !== undefined && isSameModel(judge, ofAgent, agents));
    if (own !== undefined) return { line, message: describeOwnJudge(own) };
  }
  return undefined;
}

function describeOwnJudge(connector: string): string {
  return `the judge uses the model of the agent that it judges (${connector}); models prefer their own answers`;
}

function canNeverReject(rules: readonly ScriptedRule[]): boolean {
  const verdicts = rules.map(({ answer = null }) => JSON.stringify(answer).match(/verdict\W+[a-z_]+/gi));
  return verdicts.every((verdictsOfCase) => verdictsOfCase?.every((verdict) => /yes$/i.test(verdict)) === true);
}

function chooseModelOfJudge(
  named: string | undefined,
  testedModel: string | undefined,
  agents: JudgeModelContext['agents'],
): { connector: string } | { problem: string } {
  return named === undefined ? agents.helper('judge', testedModel) : { connector: named };
}

/** True if two connectors use the same model; their names may differ. */
function isSameModel(one: string, other: string, agents: JudgeModelContext['agents']): boolean {
  if (one === other) return true;
  const [left, right] = [agents.connector(one), agents.connector(other)];
  return left?.model !== undefined && left.model === right?.model && left.host === right.host;
}

function findConnectorOfAgent(id: string, agents: JudgeModelContext['agents']): string | undefined {
  try {
    return agents.describe(id).connector;
  } catch {
    // An agent that cannot be opened is ignored here; this is reported when the agent is chosen.
    return undefined;
  }
}
