import { builtInAgents } from '../../agents/built-in-agents.ts';
import type { AgentsHandle } from '../../agents/create-agents.ts';
import { BUILT_IN_JUDGE } from '../../assertions/agent/built-in-judge.ts';
import type { PlannedCase, RunPlan, SimulatedUser, TestCase, WorkspaceConfig } from '../../contract/index.ts';
import { runKinds } from '../../kinds/kinds.ts';
import { type HelperModel, type HelperRole, helperRoles } from '../../models/helper-model.ts';
import type { RunKind } from '../../ports/index.ts';

type HelperModelSources = { agents: Pick<AgentsHandle, 'helper'>; config: Pick<WorkspaceConfig, 'helpers'> };

/**
 * Decides which model the built-in judge and the built-in user have in each case that names no model. Adds these models
 * to the options of the run, so that the output and the reports name them. If no model can be chosen, the reason is
 * reported when the judge or user is opened.
 */
export function chooseHelperModels(plan: RunPlan, { agents, config }: HelperModelSources): RunPlan {
  const connectors = new Map(plan.suites.map(({ key, connector }) => [key, connector]));
  const modelsByName = new Map<string, HelperModel | { problem: string }>();
  const usedModels = { judge: new Map<string, HelperModel>(), simulator: new Map<string, HelperModel>() };
  const chooseHelperModel = (role: HelperRole, { connector, suiteKey }: PlannedCase): HelperModel | undefined => {
    const testedConnector = connector ?? connectors.get(suiteKey);
    const key = JSON.stringify([role, testedConnector]);
    const model = modelsByName.get(key) ?? agents.helper(role, testedConnector);
    modelsByName.set(key, model);
    if ('problem' in model) return undefined;
    usedModels[role].set(model.connector, model);
    return model;
  };
  const addJudgeModel = (plannedCase: PlannedCase): PlannedCase => {
    const named = listJudgeConnectors(plannedCase);
    for (const connector of named) {
      if (connector !== undefined) usedModels.judge.set(connector, { connector, why: 'named in the case' });
    }
    const judge = named.includes(undefined) ? chooseHelperModel('judge', plannedCase) : undefined;
    return judge === undefined ? plannedCase : { ...plannedCase, judge };
  };
  const addUserModel = (plannedCase: PlannedCase): PlannedCase => {
    const { case: testCase, skipReason } = plannedCase;
    const user = findUserPlayedByModel(testCase, config);
    if (user === undefined || skipReason !== undefined) return plannedCase;
    const { connector } = user;
    if (connector !== undefined) {
      usedModels.simulator.set(connector, { connector, why: '--simulator' });
      return plannedCase;
    }
    const model = chooseHelperModel('simulator', plannedCase);
    const kind: RunKind = runKinds[testCase.kind];
    const caseWithModel = model && kind.withSimulator?.(testCase, { by: 'model', connector: model.connector });
    return caseWithModel === undefined ? plannedCase : { ...plannedCase, case: caseWithModel };
  };
  const addHelperModels = (plannedCase: PlannedCase): PlannedCase => addJudgeModel(addUserModel(plannedCase));
  for (const plannedCase of plan.cases) addHelperModels(plannedCase);
  const helpers = helperRoles.flatMap((role) =>
    [...usedModels[role].values()].map((model) => ({
      role,
      prompt: `${role} ${builtInAgents[role].version}`,
      ...model,
    })),
  );
  return helpers.length === 0
    ? plan
    : { ...plan, cases: plan.cases.map(addHelperModels), options: { ...plan.options, helpers } };
}

/**
 * Returns the built-in user of a case if a model plays it. If the config names a model for the user, it plays every
 * built-in user without `by`.
 */
function findUserPlayedByModel(
  testCase: TestCase,
  { helpers }: HelperModelSources['config'],
): SimulatedUser | undefined {
  const { simulator } = testCase;
  const kind: RunKind = runKinds[testCase.kind];
  const isPlayed = kind.withSimulator !== undefined && kind.withSimulator(testCase, { by: 'rules' }) !== testCase;
  if (!isPlayed || simulator === undefined || simulator.use !== undefined) return undefined;
  const { by = helpers?.simulator === undefined ? 'rules' : 'model' } = simulator;
  return by === 'model' ? simulator : undefined;
}

/**
 * Returns the connectors that the assertions for the built-in judge name; undefined for an assertion that names none.
 */
function listJudgeConnectors({ case: testCase, agentId, skipReason }: PlannedCase): (string | undefined)[] {
  if (skipReason !== undefined) return [];
  const kind: RunKind = runKinds[testCase.kind];
  const agents = [...kind.listCalledAgents(testCase, { id: agentId })];
  return agents.filter(({ id }) => id === BUILT_IN_JUDGE).map(({ connector }) => connector);
}
