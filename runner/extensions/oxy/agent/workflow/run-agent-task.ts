import { getJudgedValue } from '../../../../assertions/judged-value.ts';
import { toPlainText } from '../../../../assertions/to-plain-text.ts';
import { toErrorMessage } from '../../../../values/index.ts';
import { pickMostConsistentAnswer } from './pick-most-consistent-answer.ts';
import { renderTemplateValues } from './render-template-values.ts';
import type { TextOutput } from './task-output.ts';
import type { AgentTask } from './workflow-definition.ts';
import {
  createTaskError,
  runWithTaskInErrors,
  type TaskQuestion,
  type TaskScope,
  type WorkflowRun,
} from './workflow-run.ts';

type AgentTaskToRun = { task: AgentTask; label: string; scope: TaskScope };

/**
 * Runs a task that asks an agent. With `consistency_run`, it asks several times and keeps the answer that agrees with
 * the most others.
 */
export async function runAgentTask(
  { task, label, scope }: AgentTaskToRun,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TextOutput> {
  const question = runWithTaskInErrors(scope, label, (): TaskQuestion => {
    const { agent_ref: agentId, variables } = task;
    const prompt = run.templates.render(task.prompt, scope.values);
    const filledPrompt =
      variables === undefined ? undefined : renderTemplateValues(variables, scope.values, run.templates);
    return { label, agentId, prompt, variables: filledPrompt };
  });
  const askTaskQuestion = (taskQuestion: TaskQuestion, stopSignal: AbortSignal) =>
    askWithRetries({ question: taskQuestion, tries: task.retry }, run, stopSignal);
  try {
    if (task.consistency_run === 1)
      return { type: 'text', text: await askTaskQuestion(question, signal), prompt: question.prompt };
    const template = task.consistency_prompt ?? scope.workflow.consistency_prompt;
    const warnAboutTask = (text: string) => run.warn(`${scope.workflow.id}, task "${label}": ${text}`);
    const pickedAnswer = await pickMostConsistentAnswer(
      { question, answers: task.consistency_run, template, ask: askTaskQuestion, warn: warnAboutTask },
      run,
      signal,
    );
    return { type: 'text', ...pickedAnswer, prompt: question.prompt };
  } catch (error) {
    if (signal.aborted) throw error;
    throw createTaskError(scope.workflow.id, label, error);
  }
}

async function askWithRetries(
  { question, tries }: { question: TaskQuestion; tries: number },
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<string> {
  for (let retriesLeft = tries; ; retriesLeft -= 1) {
    try {
      return toPlainText(getJudgedValue(await run.askAgent(question, signal)));
    } catch (error) {
      if (retriesLeft <= 1 || signal.aborted) throw error;
      run.log(question.label, `asked again: ${toErrorMessage(error)}`);
    }
  }
}
