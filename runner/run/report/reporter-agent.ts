import path from 'node:path';
import { defaultEnvironment } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import type { AgentProvider, AgentResponse } from '../../ports/index.ts';
import { StoppedError, startDeadline } from '../../ports/index.ts';
import { buildJsonReport } from '../../reporters/json/json-report.ts';
import { removeFence } from '../../reporters/remove-fence.ts';
import type { ResultReader } from '../../reporters/reported-cases.ts';
import { castToJson, formatGoDuration, type Json, type JsonObject, toErrorMessage } from '../../values/index.ts';
import { systemClock } from '../machine/system-clock.ts';
import type { Terminal } from '../terminal.ts';
import type { TestOptions } from '../test-options.ts';
import { UsageError } from '../usage-error.ts';
import { type OutputTarget, writeFileAtomically } from './output-target.ts';

/** The names of the report formats in requests to reporter agents. */
const formatNameByExtension = { json: 'json', md: 'markdown', html: 'html', xml: 'junit' } as const;

type ReporterTarget = OutputTarget & { format: keyof typeof formatNameByExtension };

export type ReporterJob = {
  options: TestOptions;
  targets: readonly OutputTarget[];
  terminal: Terminal;
  agents: AgentProvider;
  state: RunState;
  resultsOf: ResultReader;
  redact: (text: string) => string;
};

/**
 * Throws if a reporter agent is configured but has no report to write. JSON Lines reports do not count, because they
 * are streamed during the run.
 */
export function requireReporterTarget(reporterId: string | undefined, targets: readonly OutputTarget[]): void {
  if (reporterId === undefined || targets.some(canBeWrittenByReporter)) return;
  throw new UsageError(`--reporter ${reporterId} has no report to write`, [
    'With -o, name a report that is written when the run ends, such as -o report.md, .html, .json or .xml.',
  ]);
}

/**
 * Lets a reporter agent write each report that is not streamed, instead of the built-in report. If the agent fails, the
 * built-in report is written; the user is warned, and the verdict of the run does not change.
 */
export async function writeReportsByReporterAgent(job: ReporterJob, signal: AbortSignal): Promise<void> {
  const reporterId = job.options.reporter;
  const targets = job.targets.filter(canBeWrittenByReporter);
  if (reporterId === undefined || targets.length === 0) return;
  const report = castToJson(JSON.parse([...buildJsonReport(job.state, job.resultsOf)].join('')));
  for (const target of targets) {
    try {
      writeFileAtomically(target.file, [
        job.redact(await askReporterForReport(target, { job, reporterId, report }, signal)),
      ]);
    } catch (error) {
      const file = path.basename(target.file);
      const problem = `reporter ${reporterId}: ${describeReporterFailure(error, job)}; ${file} contains the built-in report instead`;
      job.terminal.stderr.write(`turntree: warning: ${problem}\n`);
    }
  }
}

function canBeWrittenByReporter(target: OutputTarget): target is ReporterTarget {
  return target.format !== 'jsonl';
}

type ReporterQuestion = { job: ReporterJob; reporterId: string; report: Json };

async function askReporterForReport(
  { format }: ReporterTarget,
  { job, reporterId, report }: ReporterQuestion,
  signal: AbortSignal,
): Promise<string> {
  const details = { format: formatNameByExtension[format], options: buildReporterOptions(job.options) };
  const deadline = startDeadline(systemClock, job.options.timeout, signal);
  try {
    const response = await deadline.run(async (stopSignal) => {
      const agent = await job.agents.agent({ id: reporterId }, stopSignal);
      return agent.invoke(
        {
          messages: [{ role: 'user', content: JSON.stringify({ report, ...details }) }],
          options: { metadata: { ...details, test_mode: 'reporter' }, skip: { history: true, output: true } },
          sessionId: `${job.state.runId}:reporter`,
          context: {
            runId: job.state.runId,
            suiteKey: '',
            caseId: '',
            attempt: 1,
            turn: 1,
            role: 'agent',
            environment: job.state.environment ?? defaultEnvironment,
          },
        },
        stopSignal,
      );
    });
    return extractReportText(response);
  } finally {
    deadline.dispose();
  }
}

function buildReporterOptions({ verbose }: TestOptions): JsonObject {
  return verbose === true ? { verbose: true, include_outputs: true, include_inputs: true } : {};
}

/**
 * Returns the data of the agent's next hook, otherwise its text. If the whole answer is one fenced block, the fence is
 * removed.
 */
function extractReportText({ next, content }: AgentResponse): string {
  const answer = next === undefined || next === null ? content : next;
  const text = typeof answer === 'string' ? removeFence(answer) : `${JSON.stringify(answer, undefined, 2)}\n`;
  if (text.trim() === '') throw new Error('its answer is empty');
  return text;
}

function describeReporterFailure(error: unknown, { options }: ReporterJob): string {
  if (!(error instanceof StoppedError)) return toErrorMessage(error);
  return error.stopCause === 'timeout' ? `no answer in ${formatGoDuration(options.timeout)}` : 'the run was cancelled';
}
