import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../../../testing/workspace.ts';
import { describeMissingTask } from './missing-task.ts';
import { createWorkflowReader } from './read-workflow.ts';

const main = `
variables: {region: North}
tasks:
  - {name: facts, type: agent, agent_ref: a.agent.yml, prompt: x}
  - name: rounds
    type: loop_sequential
    values: [1]
    tasks: [{name: line, type: formatter, template: x}]
  - {name: sub, type: workflow, src: sub.workflow.yml}
  - name: choice
    type: conditional
    conditions: [{if: region, tasks: [{name: yes_task, type: formatter, template: x}]}]
    else: [{name: no_task, type: formatter, template: x}]
`;
const sub = 'tasks: [{name: inner, type: formatter, template: x}]\n';

describe('a task_ref', () => {
  it.each([
    ...['facts', 'rounds', 'rounds.line', 'rounds.value', 'rounds.rounds.value', 'sub', 'sub.inner'],
    ...['choice', 'choice.no_task', 'yes_task', 'region', 'region.whatever'],
  ])('may be %s', async (reference) => {
    expect(await missing(reference)).toBeUndefined();
  });

  it.each([
    ['fact', 'there is no "fact" in the workflow; did you mean "facts"?'],
    ['rounds.lin', 'there is no "lin" in "rounds"; did you mean "line"?'],
    ['sub.iner', 'there is no "iner" in "sub"; did you mean "inner"?'],
    ['facts.value', '"facts" is a text, so there is no "value" in it'],
  ])('is refused before anything runs: %s', async (reference, why) => {
    expect(await missing(reference)).toBe(`task_ref "${reference}": ${why}`);
  });
});

async function missing(reference: string): Promise<string | undefined> {
  const workflows = createWorkflowReader(
    await createTemporaryWorkspace({ 'main.workflow.yml': main, 'sub.workflow.yml': sub }),
  );
  return describeMissingTask(workflows('main.workflow.yml'), reference, workflows);
}
