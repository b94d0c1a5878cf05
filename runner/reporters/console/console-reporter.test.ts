import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunPlan } from '../../contract/index.ts';
import type { Agent } from '../../ports/index.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { createConsoleCapture } from '../../testing/console-text.ts';
import type { ScriptedAnswer } from '../../testing/fake-agents.ts';
import { answeringAgent, scriptedAgent, throwingAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import { createCaseOutputForConsole } from './case-output.ts';
import { type ConsoleOptions, createConsoleReporter } from './console-reporter.ts';

type ConsoleRun = {
  plan: RunPlan;
  answers?: readonly ScriptedAnswer[];
  simulator?: readonly ScriptedAnswer[];
  options?: Partial<ConsoleOptions>;
  agents?: readonly Agent[];
};

async function printed({ plan, answers = [], simulator = [], options = {}, agents }: ConsoleRun): Promise<string> {
  const output = createConsoleCapture();
  const reporter = createConsoleReporter(
    {
      ...output.options,
      next: (_, { ids }) => ['Run again:', `  turntree test ${ids.join(' ')}`],
      ...options,
    },
    createCaseOutputForConsole,
  );
  const allAgents = agents ?? [scriptedAgent('echo', answers), scriptedAgent('simulator', simulator), throwingAgent()];
  const { done } = recordRun(plan, allAgents, { observers: [reporter] });
  reporter.finish(await done, ['out.jsonl']);
  return output.text();
}

describe('the console', () => {
  it('prints a call as a line, whole, and a summary', async () => {
    const plan = runPlan([standardCase({ id: 'T001', input: 'Say hi' })]);
    expect(await printed({ plan, answers: ['hi'] })).toBe(`
═══════════════════════════════════════════════════════════════
  Agent Test
═══════════════════════════════════════════════════════════════
ℹ Agent: echo
ℹ Input: tests/suite.jsonl (1 test case)
ℹ Timeout: 2m0s

───────────────────────────────────────────────────────────────
  Running Tests
───────────────────────────────────────────────────────────────
► [T001] Say hi PASSED (0µs)

───────────────────────────────────────────────────────────────
  Summary
───────────────────────────────────────────────────────────────
  Agent:     echo
  Total:     1
  Passed:    1
  Failed:    0
  Pass Rate: 100.0%
  Interval:  20.7% to 100.0% (95% confidence)
  Unchecked: 1 passed case checks nothing
  Duration:  0µs

  Output: out.jsonl

═══════════════════════════════════════════════════════════════
  ✓ PASSED, but 1 passed case checks nothing
═══════════════════════════════════════════════════════════════

`);
  });

  it('prints a conversation as a tree of turns and checkpoints', async () => {
    const plan = runPlan([
      dynamicCase({
        id: 'T001',
        name: 'A first expense',
        input: 'I paid for a dinner',
        checkpoints: [
          checkpoint({ id: 'ask_type', assert: [{ type: 'contains', value: 'type' }] }),
          checkpoint({
            id: 'call_create',
            assert: [{ type: 'tool_called', value: 'create_expense' }],
            after: ['ask_type'],
          }),
        ],
      }),
    ]);
    const text = await printed({
      plan,
      answers: [
        'Which type is it?',
        { content: 'Please confirm.', toolCalls: [{ tool: 'create_expense', arguments: {} }] },
      ],
      simulator: ['A meal, 48 dollars'],
    });
    expect(text).toContain(`
► [T001] A first expense
  ├─ Turn 1: "I paid for a dinner" → "Which type is it?"
  │  └─ ✓ checkpoint: ask_type
  ├─ Turn 2: "A meal, 48 dollars" → "Please confirm."
  │  └─ ✓ checkpoint: call_create (tool: create_expense)
  └─ stopped at the last checkpoint; simulator goal not yet achieved
  PASSED (0µs) - 2 turns, 2/2 checkpoints
`);
    expect(text).toContain('  Agent Test (Dynamic Mode)\n');
    expect(text).toContain('ℹ Simulator: simulator\n');
    expect(text).toContain('  Simulator: simulator\n  Total:     1\n');
  });

  it('keeps what a case logs with the case, also when several run at once', async () => {
    const everybodyAsked = Promise.withResolvers<void>();
    const talker = answeringAgent('echo', async ({ context }) => {
      context.report?.({ type: 'log', source: 'agent', text: `thinking about ${context.caseId}` });
      if (context.caseId === 'B') everybodyAsked.resolve();
      await everybodyAsked.promise;
      return `answer ${context.caseId}`;
    });
    const plan = runPlan([standardCase({ id: 'A', input: 'a' }), standardCase({ id: 'B', input: 'b' })], {
      options: { parallel: 2 },
    });
    expect(await printed({ plan, agents: [talker], options: { verbose: true } })).toContain(`
► [A] a PASSED (0µs)
  ├─ agent: thinking about A
  └─ output: answer A
► [B] b PASSED (0µs)
  ├─ agent: thinking about B
  └─ output: answer B
`);
  });

  it('says of a conversation that failed which checkpoints are missing and why', async () => {
    const plan = runPlan([
      dynamicCase({ id: 'D', maxTurns: 1, checkpoints: [checkpoint({ id: 'a' }), checkpoint({ id: 'b' })] }),
    ]);
    const text = await printed({ plan, answers: ['only b'] });
    expect(text).toContain(`
  └─ Turn 1: "hello" → "only b"
     └─ ✓ checkpoint: b
  FAILED (0µs) - 1 turn, 1/2 checkpoints
`);
    expect(text).toContain(`
FAILED [D]
  Wrong at T1: \`a\` was never reached
    expected output to contain "a", got "only b"
    Stopped: max turns (1)
`);
  });

  it('prints conversations that failed alike once, and all that is wrong where it is verbose', async () => {
    const plan = runPlan(
      ['D', 'E'].map((id) => dynamicCase({ id, maxTurns: 1, checkpoints: [checkpoint({ id: 'a' })] })),
    );
    const answers = ['b', 'c'];
    const text = await printed({ plan, answers });
    expect(text).toContain('► [E] hello FAILED (0µs) - 1 turn, 0/1 checkpoints, like [D]\n');
    expect(text).toContain('FAILED [D] [E] (2×)\n  Wrong at T1: `a` was never reached\n');
    const verbose = await printed({ plan, answers, options: { verbose: true } });
    expect(verbose.match(/✗ checkpoint: a: expected output to contain "a", got/g)).toHaveLength(2);
  });

  it('lists failures, with expected and actual and the command for just these', async () => {
    const plan = runPlan([
      standardCase({ id: 'good' }),
      standardCase({ id: 'bad', assertions: [{ type: 'equals', value: { a: 1 } }] }),
      plannedCase(standardCase({ id: 'broken' }), { agentId: 'thrower' }),
    ]);
    const text = await printed({ plan, answers: ['x', 'y'] });
    const failures = text.slice(text.indexOf('Failures (2)'), text.indexOf('  Summary'));
    expect(failures).toContain('FAILED [bad]');
    expect(failures).toContain('  expected output to equal {"a":1}, got "y"\n');
    expect(failures).toContain('ERROR [broken]\n  agent error: the agent broke\n');
    expect(failures).toContain('Run again:\n  turntree test bad broken\n');
    expect(failures).not.toContain('[good]');
  });

  it('prints a stability line when the attempts of a case are done', async () => {
    const plan = runPlan([standardCase({ id: 'T', assertions: [{ type: 'equals', value: 'y' }] })], {
      options: { attempts: 5 },
    });
    const text = await printed({ plan, answers: ['y', 'n', 'y', 'y', 'y'] });
    expect(text).toContain('► [T] Run 2: hello FAILED (0µs)\n');
    expect(text).toContain('  [T] 80% (4/5) Mostly Stable avg:0µs\n');
  });

  it('keeps an attempt together when several run at once', async () => {
    const plan = runPlan(
      ['A', 'B', 'C'].map((id) =>
        dynamicCase({
          id,
          input: id,
          checkpoints: [checkpoint({ id: 'x', assert: [{ type: 'contains', value: id }] })],
        }),
      ),
      { options: { parallel: 3 } },
    );
    const text = await printed({ plan, answers: ['A', 'B', 'C'] });
    for (const id of ['A', 'B', 'C']) {
      expect(text).toContain(`► [${id}] ${id}\n  ├─ Turn 1: "${id}" → "${id}"\n  │  └─ ✓ checkpoint: x\n`);
    }
    expect(text).toContain('  Agent Test (Dynamic Mode, Parallel: 3)\n');
    expect(text).toContain('  Running Tests (3 parallel)\n');
  });

  it('lets no output of an agent move the cursor, colour the screen or break a character', async () => {
    const hostile = '\u001b[31mred\u001b[0m\u0007 \u202eturned\r\nline 👩‍🚀'.repeat(3);
    const plan = runPlan([standardCase({ id: 'T', input: `${'é'.repeat(60)}` })]);
    const text = await printed({ plan, answers: [hostile], options: { verbose: true } });
    for (const control of ['\u001b', '\u0007', '\u202e', '\r']) expect(text).not.toContain(control);
    expect(text).toContain(`${'é'.repeat(47)}...`);
    expect(text.isWellFormed()).toBe(true);
  });

  it('prints one line and the failures when it is quiet', async () => {
    const passed = await printed({ plan: runPlan([standardCase()]), answers: ['x'], options: { quiet: true } });
    expect(passed).toBe('PASSED: 1 of 1 passed\n');
    const plan = runPlan([standardCase({ assertions: [{ type: 'equals', value: 'y' }] })]);
    const failed = await printed({ plan, answers: ['x'], options: { quiet: true } });
    expect(failed).toContain('FAILED [T001]');
    expect(failed.trimEnd().split('\n').at(-1)).toBe('FAILED: 0 of 1 passed (1 failed)');
  });

  it.each([80, 0])(
    'moves one line on a terminal (width %i) while it waits, and takes it away at the end',
    async (columns) => {
      let text = '';
      const reporter = createConsoleReporter(
        {
          output: {
            write: (chunk) => {
              text += chunk;
            },
            columns,
          },
          colours: false,
          live: true,
          verbose: false,
          quiet: false,
        },
        createCaseOutputForConsole,
      );
      const wait = Promise.withResolvers<string>();
      const { done } = recordRun(runPlan([standardCase({ id: 'T' })]), [answeringAgent('echo', () => wait.promise)], {
        observers: [reporter],
      });
      await expect.poll(() => text).toContain('[0/1] 1 running (T), 0µs — T turn 1: agent');
      wait.resolve('ok');
      reporter.finish(await done, []);
      const screen = text.split('\n').map((line) => line.split('\r\u001b[2K').at(-1));
      expect(screen).toContain('► [T] hello PASSED (0µs)');
      expect(screen.join('\n')).not.toContain('running');
    },
  );
});

describe('the console, while nothing happens', () => {
  afterEach(() => void vi.useRealTimers());

  /** Returns what a run prints while its only agent call takes `ms`. */
  async function waiting(ms: number, options: Partial<ConsoleOptions>): Promise<string[]> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    const chunks: string[] = [];
    const reporter = createConsoleReporter(
      {
        output: { write: (chunk) => void chunks.push(chunk), columns: 80 },
        colours: false,
        live: false,
        verbose: false,
        quiet: false,
        ...options,
      },
      createCaseOutputForConsole,
    );
    const wait = Promise.withResolvers<string>();
    const { done } = recordRun(runPlan([standardCase({ id: 'T' })]), [answeringAgent('echo', () => wait.promise)], {
      observers: [reporter],
    });
    await vi.advanceTimersByTimeAsync(ms);
    const printedMeanwhile = [...chunks];
    wait.resolve('ok');
    reporter.finish(await done, []);
    return printedMeanwhile;
  }

  it('prints a line every 30 seconds off a terminal', async () => {
    const beats = (await waiting(95_000, {})).filter((chunk) => chunk.includes('[Progress: '));
    expect(beats).toEqual(Array(3).fill('[Progress: 0/1 completed, 1 running...]\n'));
  });

  it('lets the time of the moving line go on on a terminal', async () => {
    const chunks = await waiting(5_500, { live: true });
    expect(chunks.at(-1)).toBe('\r\u001b[2K[0/1] 1 running (T), 5.0s — T turn 1: agent');
  });

  it('keeps silent when it is quiet', async () => {
    expect(await waiting(95_000, { quiet: true })).toEqual([]);
    vi.useRealTimers();
    expect(await waiting(95_000, { quiet: true, live: true })).toEqual([]);
  });
});
