import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../../../testing/workspace.ts';
import { fileKindByPattern } from '../../files.ts';
import { readWorkflow } from './read-workflow.ts';

async function problemsIn(text: string): Promise<string> {
  const project = await createTemporaryWorkspace({ 'flow.workflow.yml': text });
  try {
    readWorkflow(project, 'flow.workflow.yml');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}

const formatter = '{name: a, type: formatter, template: x}';
const types =
  'tasks are of type agent, formatter, execute_sql, loop_sequential, workflow, conditional, semantic_query, omni_query, looker_query, visualize';

describe('a workflow file', () => {
  it('may have all that a workflow can have', async () => {
    const text = `
name: everything
description: shows what there is
retrieval: {include: [a]}
consistency_prompt: "{{ submission_1 }} {{ submission_2 }}"
variables:
  short: text
  long: {type: array, items: {type: number}, default: [1]}
tasks:
  - name: ask
    type: agent
    agent_ref: agents/a.agent.yml
    prompt: hello
    retry: 2
    consistency_run: 3
    variables: {x: 1}
    cache: {enabled: true, path: cache/a.json}
    export: {path: out.txt, format: txt}
  - name: each
    type: loop_sequential
    values: "{{ long }}"
    tasks: [{name: sub, type: workflow, src: other.procedure.yml}]
tests:
  - type: consistency
`;
    expect(await problemsIn(text)).toBe('');
  });

  it('says where a key is wrong, and what it may have meant', async () => {
    expect(await problemsIn(`task: []\ntasks: [${formatter}]`)).toBe(
      'flow.workflow.yml:1:1: the value has the unknown key "task" (did you mean "tasks"?)',
    );
    expect(await problemsIn('tasks:\n  - name: a\n    type: formatter\n    templat: x\n    template: x\n')).toBe(
      'flow.workflow.yml:4:5: "tasks[0]" has the unknown key "templat" (did you mean "template"?)',
    );
  });

  it('says all that is wrong at once', async () => {
    const text = `
tasks:
  - {name: a, type: agent, agent_ref: x}
  - {name: b, type: loop_sequential, values: 3, tasks: []}
`;
    expect((await problemsIn(text)).split('\n')).toEqual([
      'flow.workflow.yml:3:5: "tasks[0].prompt" is missing',
      expect.stringMatching(/^flow\.workflow\.yml:4:46: "tasks\[1\]\.values"/),
      'flow.workflow.yml:4:56: "tasks[1].tasks": needs at least one task',
    ]);
  });

  it('needs tasks', async () => {
    expect(await problemsIn('name: x')).toBe('flow.workflow.yml:1:1: "tasks" is missing');
    expect(await problemsIn('tasks: []')).toBe('flow.workflow.yml:1:8: "tasks": needs at least one task');
  });

  it('wants a query or a file of an execute_sql task, and not both', async () => {
    const task = (rest: string) => `tasks: [{name: totals, type: execute_sql, database: d${rest}}]`;
    expect(await problemsIn(task(', sql_query: select 1'))).toBe('');
    for (const wrong of ['', ', sql_query: select 1, sql_file: a.sql'])
      expect(await problemsIn(task(wrong))).toContain('needs either "sql_query" or "sql_file"');
  });

  it('names a task of an unknown type, or of none', async () => {
    expect(await problemsIn('tasks: [{name: a, type: formater, template: x}]')).toBe(
      `flow.workflow.yml:1:25: "tasks[0].type": the task "a" is of the unknown type "formater" (did you mean "formatter"?); ${types}`,
    );
    expect(await problemsIn('tasks: [{name: a}]')).toBe(
      `flow.workflow.yml:1:9: "tasks[0].type": the task "a" has no type; ${types}`,
    );
    expect(await problemsIn('tasks: [hello]')).toBe(
      'flow.workflow.yml:1:9: "tasks[0]": must be a task: {name, type, …}',
    );
  });

  it('refuses a name that no template could say', async () => {
    expect(await problemsIn('tasks: [{name: two words, type: formatter, template: x}]')).toBe(
      'flow.workflow.yml:1:16: "tasks[0].name": must begin with a letter and have only letters, digits and underscores',
    );
  });

  it('refuses two tasks of one name side by side, but not in different places', async () => {
    expect(await problemsIn(`tasks: [${formatter}, ${formatter}]`)).toBe(
      'flow.workflow.yml:1:57: two tasks of the same list are called "a"',
    );
    const branches = `{name: if, type: conditional, conditions: [{if: x, tasks: [${formatter}]}], else: [${formatter}]}`;
    expect(await problemsIn(`tasks: [${branches}]`)).toBe('');
  });

  it('refuses a workflow where an agent belongs', async () => {
    expect(await problemsIn('tasks: [{name: a, type: agent, agent_ref: b.workflow.yml, prompt: x}]')).toBe(
      'flow.workflow.yml:1:43: "b.workflow.yml" is a workflow; a task of type workflow runs it, with "src" instead of "agent_ref"',
    );
  });

  it('must exist', () => {
    expect(() => readWorkflow('/nowhere', 'x.workflow.yml')).toThrow(
      'workflow "x.workflow.yml" does not exist in /nowhere',
    );
  });

  it('is known by how its name ends', () => {
    const files = ['a.workflow.yml', 'b/workflow.yml', 'c.procedure.yaml', 'd.automation.yml'];
    expect(files.map((file) => fileKindByPattern.workflow.test(file))).toEqual([true, true, true, true]);
    expect(
      ['a.agent.yml', 'myworkflow.yml', 'a.workflow.json'].map((file) => fileKindByPattern.workflow.test(file)),
    ).toEqual([false, false, false]);
  });
});
