import { builtInAgents } from '../../agents/built-in-agents.ts';
import type { AgentsHandle } from '../../agents/create-agents.ts';
import { BUILT_IN_JUDGE } from '../../assertions/agent/built-in-judge.ts';
import type { PlannedCase, RunPlan, SimulatedUser, TestCase, WorkspaceConfig } from '../../contract/index.ts';
import { kinds } from '../../kinds/kinds.ts';
import { type HelperModel, type HelperRole, helperRoles } from '../../models/helper-model.ts';
import type { RunKind } from '../../ports/index.ts';

type HelperModelSources = { agents: Pick<AgentsHandle, 'helper'>; config: Pick<WorkspaceConfig, 'helpers'> };

/**
 * Decides which model the built-in judge and the built-in user have in each case that names none, and adds all of them
 * to the options of the run, so that the output and the reports name them. If no model can be chosen, the reason is
 * reported when the judge or user is opened.
 */
export function chooseHelperModels(plan: RunPlan, { agents, config }: HelperModelSources): RunPlan {
  const connectors = new Map(plan.suites.map(({ key, connector }) => [key, connector]));
  const chosen = new Map<string, HelperModel | { problem: string }>();
  const used = { judge: new Map<string, HelperModel>(), simulator: new Map<string, HelperModel>() };
  const chooseHelperModel = (role: HelperRole, { connector, suiteKey }: PlannedCase): HelperModel | undefined => {
    const tested = connector ?? connectors.get(suiteKey);
    const key = JSON.stringify([role, tested]);
    const model = chosen.get(key) ?? agents.helper(role, tested);
    chosen.set(key, model);
    if ('problem' in model) return undefined;
    used[role].set(model.connector, model);
    return model;
  };
  const addJudgeModel = (planned: PlannedCase): PlannedCase => {
    const named = listJudgeConnectors(planned);
    for (const connector of named) {
      if (connector !== undefined) used.judge.set(connector, { connector, why: 'named in the case' });
    }
    const judge = named.includes(undefined) ? chooseHelperModel('judge', planned) : undefined;
    return judge === undefined ? planned : { ...planned, judge };
  };
  const addUserModel = (planned: PlannedCase): PlannedCase => {
    const { case: testCase, skipReason } = planned;
    const user = findUserPlayedByModel(testCase, config);
    if (user === undefined || skipReason !== undefined) return planned;
    const { connector } = user;
    if (connector !== undefined) {
      used.simulator.set(connector, { connector, why: '--simulator' });
      return planned;
    }
    const model = chooseHelperModel('simulator', planned);
    const kind: RunKind = kinds[testCase.kind];
    const played = model && kind.withSimulator?.(testCase, { by: 'model', connector: model.connector });
    return played === undefined ? planned : { ...planned, case: played };
  };
  const addHelperModels = (planned: PlannedCase): PlannedCase => addJudgeModel(addUserModel(planned));
  for (const planned of plan.cases) addHelperModels(planned);
  const helpers = helperRoles.flatMap((role) =>
    [...used[role].values()].map((model) => ({ role, prompt: `${role} ${builtInAgents[role].version}`, ...model })),
  );
  return helpers.length === 0
    ? plan
    : { ...plan, cases: plan.cases.map(addHelperModels), options: { ...plan.options, helpers } };
}

/**
 * Returns the built-in user of a case if a model plays it. A model in the config plays every built-in user that names
 * no player.
 */
function findUserPlayedByModel(
  testCase: TestCase,
  { helpers }: HelperModelSources['config'],
): SimulatedUser | undefined {
  const { simulator } = testCase;
  const kind: RunKind = kinds[testCase.kind];
  const isPlayed = kind.withSimulator !== undefined && kind.withSimulator(testCase, { by: 'rules' }) !== testCase;
  if (!isPlayed || simulator === undefined || simulator.use !== undefined) return undefined;
  const { by = helpers?.simulator === undefined ? 'rules' : 'model' } = simulator;
  return by === 'model' ? simulator : undefined;
}

/** The connectors that the assertions for the built-in judge name; undefined for those that name none. */
function listJudgeConnectors({ case: testCase, agentId, skipReason }: PlannedCase): (string | undefined)[] {
  if (skipReason !== undefined) return [];
  const kind: RunKind = kinds[testCase.kind];
  const agents = [...kind.asks(testCase, { id: agentId })];
  return agents.filter(({ id }) => id === BUILT_IN_JUDGE).map(({ connector }) => connector);
}
