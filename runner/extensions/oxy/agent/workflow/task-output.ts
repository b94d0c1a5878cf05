import { AgentError } from '../../../../ports/index.ts';
import { findNearestWord, isJsonObject, type Json, toJsonText } from '../../../../values/index.ts';

/** The output of a task, to which later tasks and tests can refer. */
export type TaskOutput =
  | TextOutput
  | { type: 'value'; value: Json }
  | { type: 'list'; items: readonly TaskOutput[] }
  | TaskGroup;

/** A text. `prompt` is the agent's prompt; `agreement` is the share of the other answers that agree with it. */
export type TextOutput = { type: 'text'; text: string; prompt?: string; agreement?: number };

/** The outputs of several tasks by name. `last` is the one of the task that finished last. */
export type TaskGroup = { type: 'group'; members: ReadonlyMap<string, TaskOutput>; last?: string };

/**
 * Converts an output to a value for templates: a text, `{value, score}` if several answers were compared, a list, or an
 * object.
 */
export function toTemplateValue(output: TaskOutput): Json {
  switch (output.type) {
    case 'text':
      return output.agreement === undefined ? output.text : { value: output.text, score: output.agreement };
    case 'value':
      return output.value;
    case 'list':
      return output.items.map(toTemplateValue);
    case 'group':
      return Object.fromEntries([...output.members].map(([name, member]) => [name, toTemplateValue(member)]));
    default:
      return output satisfies never;
  }
}

/**
 * Returns the texts to which a dotted reference leads. Its names select outputs by task; after a list, they apply to
 * every item. If it leads to several tasks, the last of them is used. Without a reference, the last task of the
 * workflow is used.
 */
export function findOutputsAtReference(output: TaskGroup, reference: string | undefined): TextOutput[] {
  let outputs: TaskOutput[] = [output];
  const parts = reference === undefined ? [] : reference.split('.');
  for (const [depth, part] of parts.entries()) {
    const referencePart = { reference: reference ?? '', part, partsBefore: parts.slice(0, depth).join('.') };
    outputs = outputs.flatMap((current) => findOutputsAtReferencePart(current, referencePart));
  }
  return outputs.flatMap((current) => collectTexts(current, reference ?? ''));
}

/** One name of a dotted reference, and the names before it. */
export type ReferencePart = { reference: string; part: string; partsBefore: string };

function findOutputsAtReferencePart(output: TaskOutput, referencePart: ReferencePart): TaskOutput[] {
  const { part } = referencePart;
  if (output.type === 'list') return output.items.flatMap((item) => findOutputsAtReferencePart(item, referencePart));
  if (output.type === 'group') {
    const member = output.members.get(part);
    if (member !== undefined) return [member];
    throw new AgentError(describeMissingOutput(referencePart, [...output.members.keys()]), 'configuration');
  }
  if (output.type === 'value' && isJsonObject(output.value)) {
    const member = Object.hasOwn(output.value, part) ? output.value[part] : undefined;
    if (member !== undefined) return [{ type: 'value', value: member }];
    throw new AgentError(describeMissingOutput(referencePart, Object.keys(output.value)), 'configuration');
  }
  throw new AgentError(describeFieldAccessOnText(referencePart), 'configuration');
}

export function describeMissingOutput(
  { reference, part, partsBefore }: ReferencePart,
  knownNames: readonly string[],
): string {
  const nearestName = findNearestWord(part, knownNames);
  const where = partsBefore === '' ? 'in the workflow' : `in "${partsBefore}"`;
  const hint =
    nearestName === undefined ? `known names: ${knownNames.join(', ') || 'none'}` : `did you mean "${nearestName}"?`;
  return `task_ref "${reference}": there is no "${part}" ${where}; ${hint}`;
}

export function describeFieldAccessOnText({ reference, part, partsBefore }: ReferencePart): string {
  return `task_ref "${reference}": "${partsBefore}" is a text, so there is no "${part}" in it`;
}

function collectTexts(output: TaskOutput, reference: string): TextOutput[] {
  switch (output.type) {
    case 'text':
      return [output];
    case 'value':
      return [{ type: 'text', text: toJsonText(output.value) }];
    case 'list':
      return output.items.flatMap((item) => collectTexts(item, reference));
    case 'group': {
      const last = output.last === undefined ? undefined : output.members.get(output.last);
      if (last !== undefined) return collectTexts(last, reference);
      const what = reference === '' ? 'the last task' : `task_ref "${reference}"`;
      throw new AgentError(`${what} has no output: none of its tasks ran`, 'agent');
    }
    default:
      return output satisfies never;
  }
}
