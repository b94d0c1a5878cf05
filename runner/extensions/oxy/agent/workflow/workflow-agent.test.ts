import { describe, expect, it } from 'vitest';
import { formatContentText } from '../../../../fold/index.ts';
import type { Agent, AgentRequest, AgentResponse } from '../../../../ports/index.ts';
import {
  answeringAgent,
  type FakeAgent,
  fakeAgentProvider,
  type ScriptedAnswer,
  waitingAgent,
} from '../../../../testing/fake-agents.ts';
import { agentRequest, listeningContext, neverAborted } from '../../../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../../../testing/workspace.ts';
import { isJsonObject, type JsonObject } from '../../../../values/index.ts';
import { createDatabases } from '../../databases/open-databases.ts';
import { createTemplates } from '../../templates/templates.ts';
import { openWorkflowAgent } from './open-workflow-agent.ts';
import type { WorkflowRuntime } from './workflow-runtime.ts';

const usage = { inputTokens: 10, outputTokens: 2, calls: 1, retries: 0 };

/** A model that repeats its prompt in brackets. */
function writer(answer: (prompt: string) => ScriptedAnswer = (prompt) => `<${prompt}>`): FakeAgent {
  return answeringAgent('agents/writer.agent.yml', (request) => {
    const answerText = answer(formatContentText(request.messages.at(-1)?.content ?? null));
    return typeof answerText === 'string' ? { content: answerText, usage } : answerText;
  });
}

type Setup = { files: Record<string, string> | string; agents?: Agent[]; connector?: string };

async function opened({ files, agents = [writer()], connector }: Setup): Promise<Agent> {
  const all = typeof files === 'string' ? { 'flow.workflow.yml': files } : files;
  const project = await createTemporaryWorkspace(all);
  const [id = ''] = Object.keys(all);
  return openWorkflowAgent({ id, project, connector }, { ...runtimeIn(project), agents: fakeAgentProvider(agents) });
}

function runtimeIn(project: string): Omit<WorkflowRuntime, 'agents'> {
  return {
    templates: () => createTemplates(),
    modelAgentOf: () => 'model:judge',
    databases: createDatabases({ root: project, handlers: [] }),
    handlers: { names: [], call: () => Promise.reject(new Error('nobody is asked here')) },
  };
}

type RequestOptions = Partial<AgentRequest> & { metadata?: JsonObject };

async function answerTo(setup: Setup, { metadata, ...request }: RequestOptions = {}): Promise<AgentResponse> {
  const agent = await opened(setup);
  return agent.invoke(
    { ...agentRequest('unused'), ...(metadata === undefined ? {} : { options: { metadata } }), ...request },
    neverAborted(),
  );
}

async function answerTexts(setup: Setup, request: RequestOptions = {}): Promise<unknown[]> {
  const { next } = await answerTo(setup, request);
  const outputs = isJsonObject(next) && Array.isArray(next.outputs) ? next.outputs : [];
  return outputs.map((output) => (isJsonObject(output) ? output.text : output));
}

const report = `
variables:
  region: North
tasks:
  - name: facts
    type: agent
    agent_ref: ./agents/writer.agent.yml
    prompt: sales of {{ region }}
  - name: page
    type: formatter
    template: "# {{ region }}: {{ facts }}"
`;

const loop = `
tasks:
  - name: fruits
    type: loop_sequential
    values: [apple, kiwi, plum]
    concurrency: 2
    tasks:
      - name: price
        type: agent
        agent_ref: agents/writer.agent.yml
        prompt: "{{ fruits.value }} costs"
      - name: line
        type: formatter
        template: "{{ value }} {{ price }}"
`;

describe('a workflow', () => {
  it('answers with what its last task gives', async () => {
    expect(await answerTo({ files: report })).toEqual({
      content: '# North: <sales of North>',
      next: { outputs: [{ text: '# North: <sales of North>' }] },
      toolCalls: [],
      usage,
    });
  });

  it('answers with the task that a test names, and the prompt that its agent got', async () => {
    const { next } = await answerTo({ files: report }, { metadata: { task_ref: 'facts' } });
    expect(next).toEqual({ outputs: [{ text: '<sales of North>', prompt: 'sales of North' }] });
  });

  it('takes variables that a test gives', async () => {
    expect(await answerTexts({ files: report }, { metadata: { variables: { region: 'South' } } })).toEqual([
      '# South: <sales of South>',
    ]);
  });

  it('refuses variables that do not fit before anything is run', async () => {
    const agent = await opened({ files: report });
    const refusal = (variables: JsonObject) => agent.explainRefusal?.({ metadata: { variables } });
    expect(refusal({ regoin: 'South' })).toContain('has no variable "regoin"; did you mean "region"?');
    expect(refusal({ region: ['South'] })).toContain('the variable "region" must be');
    expect(refusal({ region: 'South' })).toBeUndefined();
  });

  it('answers once for every round of a loop that ends it, in the order of the values', async () => {
    expect(await answerTexts({ files: loop })).toEqual([
      'apple <apple costs>',
      'kiwi <kiwi costs>',
      'plum <plum costs>',
    ]);
    expect(await answerTexts({ files: loop }, { metadata: { task_ref: 'fruits.price' } })).toEqual([
      '<apple costs>',
      '<kiwi costs>',
      '<plum costs>',
    ]);
    expect(await answerTexts({ files: loop }, { metadata: { task_ref: 'fruits.value' } })).toEqual([
      'apple',
      'kiwi',
      'plum',
    ]);
  });

  it('works on as many rounds at once as it says, and no more', async () => {
    let running = 0;
    let most = 0;
    const busy = answeringAgent('agents/writer.agent.yml', async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      running -= 1;
      return 'x';
    });
    await answerTo({ files: loop, agents: [busy] });
    expect(most).toBe(2);
  });

  it('gives later tasks the rounds of a loop as a list', async () => {
    const files = `${loop}
  - name: all
    type: formatter
    template: "{% for fruit in fruits %}{{ fruit.value }}={{ fruit.price }};{% endfor %}"
`;
    expect(await answerTexts({ files })).toEqual(['apple=<apple costs>;kiwi=<kiwi costs>;plum=<plum costs>;']);
  });

  it('loops over a list that a template names, in loops of loops', async () => {
    const files = `
variables:
  plan:
    type: object
    default: {days: [Mon, Tue], meals: [lunch]}
tasks:
  - name: days
    type: loop_sequential
    values: "{{ plan.days }}"
    tasks:
      - name: meals
        type: loop_sequential
        values: plan.meals
        tasks:
          - name: dish
            type: formatter
            template: "{{ days.value }} {{ meals.value }}"
`;
    expect(await answerTexts({ files })).toEqual(['Mon lunch', 'Tue lunch']);
  });

  it('runs other workflows of the project with variables of their own', async () => {
    const files = {
      'flows/outer.workflow.yml': `
tasks:
  - name: fruits
    type: loop_sequential
    values: [{name: kiwi, prices: [1, 2]}]
    tasks:
      - name: part
        type: workflow
        src: flows/inner.automation.yml
        variables:
          fruit: "{{ fruits.value.name }}"
          prices: "{{ fruits.value.prices }}"
          title: "About {{ fruits.value.name }}"
  - name: page
    type: formatter
    template: "{% for fruit in fruits %}{{ fruit.part.sum }}{% endfor %}"
`,
      'flows/inner.automation.yml': `
variables:
  fruit: {type: string}
  title: {type: string}
  prices: {type: array, items: {type: number}}
tasks:
  - name: sum
    type: formatter
    template: "{{ title }}: {{ prices | length }} prices of {{ fruit }}{{ fruits }}"
`,
    };
    expect(await answerTexts({ files })).toEqual(['About kiwi: 2 prices of kiwi']);
    expect(await answerTexts({ files }, { metadata: { task_ref: 'fruits.part.sum' } })).toEqual([
      'About kiwi: 2 prices of kiwi',
    ]);
    expect(await answerTexts({ files }, { metadata: { task_ref: 'fruits' } })).toEqual([
      'About kiwi: 2 prices of kiwi',
    ]);
  });

  it('runs the first branch whose condition holds, else the other one, and knows its tasks by their names', async () => {
    const files = `
variables:
  amount: {type: integer, default: 5}
tasks:
  - name: size
    type: conditional
    conditions:
      - if: "{{ amount > 100 }}"
        tasks: [{name: word, type: formatter, template: huge}]
      - if: amount > 10
        tasks: [{name: word, type: formatter, template: big}]
    else:
      - {name: word, type: formatter, template: small}
  - name: page
    type: formatter
    template: "{{ word }} {{ size.word }}"
`;
    const withAmount = (amount: number) => answerTexts({ files }, { metadata: { variables: { amount } } });
    expect(await answerTexts({ files })).toEqual(['small small']);
    expect(await withAmount(50)).toEqual(['big big']);
    expect(await withAmount(500)).toEqual(['huge huge']);
  });

  it('says so when the task that is asked for ran no branch', async () => {
    const files = `
tasks:
  - name: maybe
    type: conditional
    conditions: [{if: "false", tasks: [{name: word, type: formatter, template: x}]}]
`;
    await expect(answerTo({ files })).rejects.toThrow('the last task has no output: none of its tasks ran');
  });

  it('gives variables to agents, sums up what they spend, and tells what it asks', async () => {
    const agent = writer();
    const lines: string[] = [];
    const files = `
tasks:
  - name: first
    type: agent
    agent_ref: agents/writer.agent.yml
    prompt: one
    variables: {list: "{{ [1, 2] }}", text: "a {{ 1 + 1 }}"}
  - name: second
    type: agent
    agent_ref: agents/writer.agent.yml
    prompt: two
`;
    const context = listeningContext({ log: ({ source, text }) => lines.push(`${source} | ${text}`) });
    const { usage: sum } = await answerTo({ files, agents: [agent] }, { context });
    expect(sum).toEqual({ inputTokens: 20, outputTokens: 4, calls: 2, retries: 0 });
    expect(agent.requests.map(({ options }) => options)).toEqual([
      { metadata: { variables: { list: [1, 2], text: 'a 2' } } },
      {},
    ]);
    expect(new Set(agent.requests.map(({ sessionId }) => sessionId)).size).toBe(2);
    expect(lines).toEqual([
      'flow.workflow.yml first | asks agents/writer.agent.yml: one',
      'flow.workflow.yml first | answer: <one>',
      'flow.workflow.yml second | asks agents/writer.agent.yml: two',
      'flow.workflow.yml second | answer: <two>',
    ]);
  });

  it('asks an agent again as often as the task allows', async () => {
    let calls = 0;
    const agent = writer(() => {
      calls += 1;
      return calls < 3 ? new Error('busy') : 'at last';
    });
    const task = '{name: a, type: agent, agent_ref: agents/writer.agent.yml, prompt: x, retry: 3}';
    expect(await answerTexts({ files: `tasks: [${task}]`, agents: [agent] })).toEqual(['at last']);
    calls = 0;
    await expect(answerTo({ files: `tasks: [${task.replace('3', '2')}]`, agents: [agent] })).rejects.toThrow(
      'flow.workflow.yml, task "a": busy',
    );
  });

  it('puts every agent on the connector that the run is on', async () => {
    const agents = fakeAgentProvider([writer()]);
    const project = await createTemporaryWorkspace({ 'flow.workflow.yml': report });
    const runtime = { ...runtimeIn(project), agents };
    await openWorkflowAgent({ id: 'flow.workflow.yml', project, connector: 'small' }, runtime);
    expect(agents.asked).toEqual([{ id: 'agents/writer.agent.yml', connector: 'small' }]);
  });

  it('stops the other rounds when one fails, and starts no more', async () => {
    const stopped: string[] = [];
    const agent = answeringAgent('agents/writer.agent.yml', (request, signal) => {
      const prompt = formatContentText(request.messages.at(-1)?.content ?? null);
      if (prompt.startsWith('kiwi')) return new Error('no kiwis');
      return new Promise<ScriptedAnswer>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push(prompt);
          reject(signal.reason);
        });
      });
    });
    await expect(answerTo({ files: loop, agents: [agent] })).rejects.toThrow(
      'flow.workflow.yml, task "fruits[2].price": no kiwis',
    );
    expect(stopped).toEqual(['apple costs']);
    expect(agent.requests).toHaveLength(2);
  });

  it('warns of what its templates name and nothing gives', async () => {
    const warnings: string[] = [];
    const files = {
      'flow.workflow.yml': `
variables: {region: North}
tasks:
  - name: page
    type: formatter
    template: "{{ regoin }} {% for day in region %}{{ day }}{% endfor %}{{ now() }}"
  - {name: sub, type: workflow, src: inner.workflow.yml, variables: {a: "{{ page }}"}}
`,
      'inner.workflow.yml': `
variables: {a: x}
tasks:
  - name: check
    type: conditional
    conditions: [{if: a == 'y', tasks: [{name: deep, type: formatter, template: x}]}]
    else: [{name: other, type: formatter, template: x}]
  - name: each
    type: loop_sequential
    values: "{{ pages }}"
    tasks:
      - {name: line, type: formatter, template: "{{ each.value }}{{ value }}{{ deep }}{{ other }}{{ check }}{{ a }}"}
`,
    };
    const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
    await expect(answerTo({ files }, { context })).rejects.toThrow(
      'inner.workflow.yml, task "sub.each": its values must be a list; {{ pages }} is nothing',
    );
    expect(warnings).toEqual([
      'flow.workflow.yml:6:15: the template uses "regoin", which nothing before it defines (did you mean "region"?)',
      'inner.workflow.yml:10:13: the template uses "pages", which nothing before it defines',
    ]);
  });

  it('counts what failed tries spent', async () => {
    let calls = 0;
    const agent = answeringAgent('agents/writer.agent.yml', ({ context }) => {
      calls += 1;
      context.report?.({ type: 'usage', usage });
      return calls < 2 ? new Error('busy') : { content: 'at last', usage };
    });
    const files = 'tasks: [{name: a, type: agent, agent_ref: agents/writer.agent.yml, prompt: x, retry: 2}]';
    expect((await answerTo({ files, agents: [agent] })).usage?.calls).toBe(2);
  });

  it('says which task it waits for, until that has answered', async () => {
    const systemPrompts: (string | undefined)[] = [];
    const agent = answeringAgent('agents/writer.agent.yml', ({ context }) => {
      context.report?.({ type: 'wait', reason: 'waiting for a turn' });
      context.report?.({ type: 'wait', reason: undefined });
      return 'x';
    });
    const context = listeningContext({ wait: ({ reason }) => systemPrompts.push(reason) });
    await answerTo({ files: report, agents: [agent] }, { context });
    const own = 'waiting for the task "facts"';
    expect(systemPrompts).toEqual([own, 'waiting for a turn', own, undefined]);
  });

  it('stops when it is told to', async () => {
    const agent = await opened({ files: report, agents: [waitingAgent('agents/writer.agent.yml')] });
    const stop = new AbortController();
    const invocation = agent.invoke(agentRequest('x'), stop.signal);
    stop.abort(new Error('enough'));
    await expect(invocation).rejects.toThrow('enough');
  });

  it('ends workflows that call each other without end', async () => {
    const calling = (src: string) => `tasks: [{name: next, type: workflow, src: ${src}}]`;
    const files = { 'a.workflow.yml': calling('b.procedure.yml'), 'b.procedure.yml': calling('./a.workflow.yml') };
    await expect(answerTo({ files })).rejects.toThrow(
      'workflows call each other more than 16 levels deep: … a.workflow.yml → b.procedure.yml → a.workflow.yml',
    );
  });
});

describe('a task that compares several answers', () => {
  const files = `
consistency_prompt: "{{ submission_1 }} and {{ submission_2 }} to {{ task_description }}"
tasks:
  - name: count
    type: agent
    agent_ref: agents/writer.agent.yml
    prompt: how many?
    consistency_run: 4
  - name: page
    type: formatter
    template: "{{ count.value }} ({{ count.score }})"
`;
  const alike = (request: AgentRequest) => {
    const [, left, right] = /(\w+) and (\w+)/.exec(formatContentText(request.messages.at(-1)?.content ?? null)) ?? [];
    return `compared\n${left === right ? ' A ' : 'B'}`;
  };

  it('keeps the one that most others agree with, and how many those are', async () => {
    const replies = ['seven', 'nine', 'seven', 'seven'];
    const judge = answeringAgent('model:judge', alike);
    const { next, usage: sum } = await answerTo({ files, agents: [writer(() => replies.shift() ?? ''), judge] });
    expect(next).toEqual({ outputs: [{ text: 'seven (0.6666666666666666)' }] });
    expect(judge.requests).toHaveLength(6);
    expect(judge.requests[0]?.messages).toEqual([{ role: 'system', content: expect.stringContaining('to how many?') }]);
    expect(sum?.calls).toBe(4);
  });

  it('goes on without answers that failed, and warns of them and of little agreement', async () => {
    const warnings: string[] = [];
    const replies: ScriptedAnswer[] = ['one', new Error('busy'), 'two', 'three'];
    const agents = [writer(() => replies.shift() ?? ''), answeringAgent('model:judge', alike)];
    const { context } = agentRequest('x');
    const response = await answerTo(
      { files, agents },
      { context: listeningContext({ warning: ({ text }) => warnings.push(text) }, context) },
    );
    expect(response.content).toBe('one (0)');
    expect(warnings).toEqual([
      'flow.workflow.yml, task "count": 1 of 4 answers failed: busy',
      'flow.workflow.yml, task "count": the answers hardly agree (0.00); one of them was used',
    ]);
  });

  it('fails when all answers fail', async () => {
    const agents = [writer(() => new Error('busy')), answeringAgent('model:judge', alike)];
    await expect(answerTo({ files, agents })).rejects.toThrow('flow.workflow.yml, task "count": busy');
  });

  it('compares with a prompt of its own when the file has none', async () => {
    const judge = answeringAgent('model:judge', () => 'A');
    const own = files.replace(/^consistency_prompt.*$/m, '');
    expect(await answerTexts({ files: own, agents: [writer(() => 'seven'), judge] })).toEqual(['seven (1)']);
    const [{ messages: [message] = [] } = {}] = judge.requests;
    expect(formatContentText(message?.content ?? null)).toMatch(/how many\?.*seven.*seven.*\nB {2}/s);
  });
});
