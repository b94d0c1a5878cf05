import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neverAborted } from '../../../../testing/model-request.ts';
import { createTemplates } from '../../templates/templates.ts';
import { runWorkflow } from './run-workflow.ts';
import { findOutputsAtReference, type TaskOutput } from './task-output.ts';
import type { FormatterTask, LoopTask, Task } from './workflow-definition.ts';
import type { WorkflowRun } from './workflow-run.ts';

const templates = createTemplates();
const run: WorkflowRun = {
  templates,
  workflow: () => unexpected(),
  askAgent: () => unexpected(),
  askModel: () => unexpected(),
  query: () => unexpected(),
  read: () => unexpected(),
  write: () => unexpected(),
  runTaskHandler: () => unexpected(),
  log: () => undefined,
  warn: () => undefined,
};

function unexpected(): never {
  throw new Error('nobody is asked here');
}

/** The plan of a generated task: a formatter task, or a loop that contains further tasks. */
type Plan = { type: 'text' } | { type: 'loop'; values: number[]; inner: Plan[] };

const { plans } = fc.letrec<{ plans: Plan[] }>((tie) => ({
  plans: fc.array(
    fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constant<Plan>({ type: 'text' }),
      fc.record({
        type: fc.constant('loop' as const),
        values: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
        inner: tie('plans'),
      }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
}));

/** Each formatter task prints the earlier tasks that it can see, and the current values of the loops around it. */
function createTasks(planned: readonly Plan[], prefix: string, visibleBefore: readonly string[]): Task[] {
  return planned.map((plan, position): FormatterTask | LoopTask => {
    const name = `${prefix}${position}`;
    const visible = [...visibleBefore, ...planned.slice(0, position).map((_, before) => `${prefix}${before}`)];
    if (plan.type === 'text') {
      const template = visible.map((before) => `${before}={% if ${before} is defined %}1{% endif %};`).join('');
      return { type: 'formatter', name, template: `${template}later={{ ${prefix}${position + 1} is defined }}` };
    }
    const tasks = createTasks(plan.inner, `${name}_`, [...visible, name]);
    return { type: 'loop_sequential', name, values: plan.values, concurrency: 2, tasks };
  });
}

function createWorkflow(tasks: Task[]) {
  return { id: 'w', description: '', tests: [], variables: {}, warnings: [], placeOf: () => 'w:1:1', tasks };
}

const runAll = (tasks: Task[]) =>
  runWorkflow({ workflow: createWorkflow(tasks), variables: {}, prefix: '', callers: [] }, run, neverAborted());

function textsIn(output: TaskOutput): string[] {
  switch (output.type) {
    case 'text':
      return [output.text];
    case 'value':
      return [];
    case 'list':
      return output.items.flatMap(textsIn);
    case 'group':
      return [...output.members.values()].flatMap(textsIn);
    default:
      return output satisfies never;
  }
}

describe('the templates of a workflow', () => {
  it('see every task before them and every loop around them, and nothing that follows', {
    tags: 'thorough',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (planned) => {
        const texts = textsIn(await runAll(createTasks(planned, 't', [])));
        expect(texts.filter((text) => text.includes('=;') || !text.endsWith('later=false'))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('see the value of their own round, whatever runs beside it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string(), { maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (values, concurrency) => {
          const before: FormatterTask = { type: 'formatter', name: 'before', template: 'x' };
          const line: FormatterTask = { type: 'formatter', name: 'line', template: '{{ each.value }}|{{ value }}' };
          const loop: LoopTask = { type: 'loop_sequential', name: 'each', values, concurrency, tasks: [before, line] };
          const texts = findOutputsAtReference(await runAll([loop]), 'each.line').map(({ text }) => text);
          expect(texts).toEqual(values.map((value) => `${value}|${value}`));
        },
      ),
      { numRuns: 40 },
    );
  });
});
