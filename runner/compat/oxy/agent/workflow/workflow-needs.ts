import path from 'node:path';
import { MissingVariable } from '../../../../models/missing-variable.ts';
import { AgentError } from '../../../../ports/index.ts';
import { errorText } from '../../../../values/index.ts';
import { nestedTasks, type TaskPath } from './nested-tasks.ts';
import type { Workflow } from './read-workflow.ts';
import type { Task } from './workflow-definition.ts';

/** `place` is where a file asks for it: `flows/a.workflow.yml:4:16`. */
type Need = { place: string; agentId: string; compares: boolean };

type Looked = {
  workflow: Workflow;
  /** Another workflow of the project. */
  workflows(src: string): Workflow;
  findAgent(agentId: string): Promise<unknown>;
  /** Finds what compares the answers of an agent. */
  findJudge(agentId: string): Promise<unknown>;
};

/** Looks for the workflows, agents and judges that a workflow needs, and throws with all that are not there. */
export async function checkNeeds({ workflow, workflows, findAgent, findJudge }: Looked): Promise<void> {
  const problems: string[] = [];
  for (const { place, agentId, compares } of needsOf(workflow, workflows, problems)) {
    try {
      await findAgent(agentId);
      if (compares) await findJudge(agentId);
    } catch (error) {
      // A variable that is missing is not a mistake in any file.
      if (error instanceof MissingVariable) throw error;
      problems.push(...atPlace(place, error).split('\n'));
    }
  }
  if (problems.length > 0) throw new AgentError([...new Set(problems)].join('\n'), 'configuration');
}

/** `./agents/a.agent.yml` is `agents/a.agent.yml`; ids of other agents stay what they are. */
export function agentIdOf(reference: string): string {
  return path.posix.normalize(reference);
}

function needsOf(first: Workflow, workflows: (src: string) => Workflow, problems: string[]): Need[] {
  const needs: Need[] = [];
  const seen = new Set<Workflow>();
  const visit = (workflow: Workflow): void => {
    if (seen.has(workflow)) return;
    seen.add(workflow);
    visitTasks(workflow, workflow.tasks, ['tasks']);
  };
  const visitTasks = (workflow: Workflow, tasks: readonly Task[], at: TaskPath): void => {
    for (const [position, task] of tasks.entries()) {
      const own = [...at, position];
      if (task.type === 'agent') {
        const place = workflow.placeOf([...own, 'agent_ref']);
        needs.push({ place, agentId: agentIdOf(task.agent_ref), compares: task.consistency_run > 1 });
      }
      if (task.type === 'workflow') {
        try {
          visit(workflows(task.src));
        } catch (error) {
          problems.push(...atPlace(workflow.placeOf([...own, 'src']), error).split('\n'));
        }
      }
      for (const nested of nestedTasks(task)) visitTasks(workflow, nested.tasks, [...own, ...nested.at]);
    }
  };
  visit(first);
  return needs;
}

/** A problem inside another file already has its own position. */
function atPlace(place: string, error: unknown): string {
  const message = errorText(error);
  return /^\S+:\d+:\d+: /.test(message) ? message : `${place}: ${message}`;
}
