import { AgentError } from '../../../ports/index.ts';
import { type Json, toErrorMessage } from '../../../values/index.ts';
import {
  type A2AArtifact,
  type A2APart,
  type A2AState,
  type A2ATask,
  type A2AUpdate,
  parseA2AUpdate,
} from './updates.ts';

/** Collects the answer of an A2A agent, which is a message or a task. */
export type A2AAnswer = {
  /**
   * Adds an update.
   * @throws an `AgentError` with the position and the reason for an invalid update
   */
  read(result: Json): void;
  /** Returns the text of the answer so far. */
  text(): string;
  /** Returns the data in the answer: the content of its data part; if there are several, a list. */
  data(): Json | undefined;
  /** Returns the names of the files in the answer. Their contents are not read. */
  files(): string[];
  contextId(): string | undefined;
  taskId(): string | undefined;
  /** Returns the state of the task. If the answer is a message, it is completed. */
  state(): A2AState | undefined;
  /** Returns the text that the agent sent with the last state of the task. */
  said(): string;
};

type AnswerState = {
  contextId?: string | undefined;
  taskId?: string | undefined;
  state?: A2AState | undefined;
  artifacts: Map<string, A2AArtifact>;
  /** The parts of the answer message; for a task, those of the message that came with its last state. */
  message: readonly A2APart[];
  isMessage: boolean;
};

/** The states in which the agent waits for the next message or has ended. */
const waitingOrFinalStates: readonly A2AState[] = [
  ...(['completed', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required'] as const),
];

export function isWaitingOrFinal(state: A2AState | undefined): boolean {
  return state !== undefined && waitingOrFinalStates.includes(state);
}

/** Creates a collector for an answer. Calls `progress` with the texts that the agent sends while it works. */
export function createA2AAnswer({ progress }: { progress(text: string): void }): A2AAnswer {
  const answerState: AnswerState = { artifacts: new Map(), message: [], isMessage: false };
  let count = 0;
  return {
    read(result) {
      count += 1;
      try {
        const update = parseA2AUpdate(result);
        applyUpdate(answerState, update);
        const isNews = update.kind === 'status' || update.kind === 'task';
        if (isNews && !isWaitingOrFinal(answerState.state) && answerState.message.length > 0)
          progress(joinTextParts(answerState.message));
      } catch (error) {
        if (error instanceof AgentError) throw error;
        throw new AgentError(`update ${count} of its answer is wrong: ${toErrorMessage(error)}`, 'agent', {
          cause: error,
        });
      }
    },
    text() {
      const artifactTexts = [...answerState.artifacts.values()].map(({ parts }) => joinTextParts(parts, ''));
      const texts = isWaitingOrFinal(answerState.state)
        ? [...artifactTexts, joinTextParts(answerState.message)]
        : artifactTexts;
      return [...new Set(texts)].filter((text) => text !== '').join('\n\n');
    },
    data() {
      const all = listAnswerParts(answerState).flatMap((part) => (part.kind === 'data' ? [part.data] : []));
      return all.length > 1 ? all : all[0];
    },
    files: () =>
      listAnswerParts(answerState).flatMap((part) =>
        part.kind === 'file' ? [part.name ?? 'a file without a name'] : [],
      ),
    contextId: () => answerState.contextId,
    taskId: () => answerState.taskId,
    state: () => answerState.state,
    said: () => joinTextParts(answerState.message),
  };
}

function applyUpdate(answerState: AnswerState, update: A2AUpdate): void {
  if (answerState.isMessage) throw new Error('the answer was a message, so nothing may follow it');
  switch (update.kind) {
    case 'message':
      if (answerState.taskId !== undefined) throw new Error('the answer is a task, and a message cannot update it');
      answerState.isMessage = true;
      answerState.state = 'completed';
      answerState.contextId = update.message.contextId ?? answerState.contextId;
      answerState.message = update.message.parts;
      break;
    case 'task':
      requireSameTask(answerState, update.task.id, update.task.contextId);
      applyTask(answerState, update.task);
      break;
    case 'status':
      requireUnfinishedTask(answerState);
      requireSameTask(answerState, update.update.taskId, update.update.contextId);
      answerState.state = update.update.status.state;
      answerState.message = update.update.status.message?.parts ?? [];
      break;
    case 'artifact':
      requireUnfinishedTask(answerState);
      requireSameTask(answerState, update.update.taskId, update.update.contextId);
      applyArtifact(answerState, update.update);
      break;
    default:
      update satisfies never;
  }
}

function requireUnfinishedTask({ state }: AnswerState): void {
  if (isWaitingOrFinal(state)) throw new Error(`the task is ${state} already`);
}

function requireSameTask(answerState: AnswerState, taskId: string, contextId: string | null | undefined): void {
  if (answerState.taskId !== undefined && answerState.taskId !== taskId) {
    throw new Error(
      `the update belongs to the task ${JSON.stringify(taskId)}, but the answer is the task ${JSON.stringify(answerState.taskId)}`,
    );
  }
  answerState.taskId = taskId;
  answerState.contextId = contextId ?? answerState.contextId;
}

/** Applies an update with a complete task, which replaces everything known about it. */
function applyTask(answerState: AnswerState, { status, artifacts, history }: A2ATask): void {
  answerState.state = status.state;
  answerState.message = status.message?.parts ?? [];
  answerState.artifacts = new Map((artifacts ?? []).map((artifact) => [artifact.artifactId, artifact]));
  if (!isWaitingOrFinal(status.state) || answerState.artifacts.size > 0 || answerState.message.length > 0) return;
  // Some agents send their answer only in the history.
  const last = history?.at(-1);
  if (last !== undefined && /agent$/i.test(last.role)) answerState.message = last.parts;
}

type ArtifactUpdate = Extract<A2AUpdate, { kind: 'artifact' }>['update'];

function applyArtifact({ artifacts }: AnswerState, { artifact, append }: ArtifactUpdate): void {
  const existing = artifacts.get(artifact.artifactId);
  if (append !== true) {
    artifacts.set(artifact.artifactId, artifact);
    return;
  }
  if (existing === undefined) {
    throw new Error(`the update continues the artifact ${JSON.stringify(artifact.artifactId)}, which has not begun`);
  }
  artifacts.set(artifact.artifactId, { ...existing, parts: appendStreamedParts(existing.parts, artifact.parts) });
}

/**
 * Appends streamed parts. A text that continues the last part is joined to it, because streams split texts anywhere.
 */
function appendStreamedParts(earlierParts: readonly A2APart[], newParts: readonly A2APart[]): A2APart[] {
  const lastPart = earlierParts.at(-1);
  const [nextPart, ...otherParts] = newParts;
  if (lastPart?.kind !== 'text' || nextPart?.kind !== 'text') return [...earlierParts, ...newParts];
  return [...earlierParts.slice(0, -1), { kind: 'text', text: lastPart.text + nextPart.text }, ...otherParts];
}

function listAnswerParts({ artifacts, message, state }: AnswerState): A2APart[] {
  const artifactParts = [...artifacts.values()].flatMap(({ parts }) => parts);
  return isWaitingOrFinal(state) ? [...artifactParts, ...message] : artifactParts;
}

/**
 * Joins the text parts of an answer. `between` is inserted between parts; some servers send the streamed pieces of one
 * text as separate parts.
 */
function joinTextParts(parts: readonly A2APart[], between = '\n'): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(between);
}
