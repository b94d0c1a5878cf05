import { type PathStep, parseJsonPath, selectPath } from '../assertions/json-path.ts';
import { isJsonObject, type Json, setProperty } from '../values/index.ts';

/** Where a hostile text is placed: a tool, and a path in its result. */
export type InjectionTarget = { tool: string; path: string; steps: PathStep[] };
type ParsedTarget = { ok: true; target: InjectionTarget } | { ok: false; problem: string };

/** Parses a target such as `get_order.$.note`: the text before the first `.$` is the name of the tool. */
export function parseTarget(target: string): ParsedTarget {
  const pathStart = target.indexOf('.$');
  if (pathStart < 1) {
    const problem = `${JSON.stringify(target)} names no text in an answer; write the tool and a path, such as get_order.$.note`;
    return { ok: false, problem };
  }
  const path = target.slice(pathStart + 1);
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return { ok: false, problem: parsed.reason };
  return { ok: true, target: { tool: target.slice(0, pathStart), path, steps: parsed.steps } };
}

/** Appends a text to every string that the path selects; undefined if it selects none. */
export function insertTextAtPath(answer: Json, steps: readonly PathStep[], text: string): Json | undefined {
  const [step, ...remainingSteps] = steps;
  if (step === undefined)
    return typeof answer === 'string' ? `${answer}${chooseSeparatorAfter(answer)}${text}` : undefined;
  let changed: Json | undefined;
  for (const key of listKeysMatchingStep(answer, step)) {
    const currentAnswer: Json = changed ?? answer;
    const member = getValueAt(currentAnswer, key);
    const changedMember = member === undefined ? undefined : insertTextAtPath(member, remainingSteps, text);
    if (changedMember !== undefined) changed = replaceValueAt(currentAnswer, key, changedMember);
  }
  return changed;
}

type PropertyKeyOrIndex = string | number;

function listKeysMatchingStep(node: Json, step: PathStep): PropertyKeyOrIndex[] {
  return listKeysOfNode(node).filter((key) => {
    if (step.kind === 'key') return key === step.key;
    if (step.kind === 'index') return key === step.index;
    if (step.kind === 'wildcard') return true;
    const selected = selectPath([getValueAt(node, key) ?? null], [step]);
    return selected.kind === 'list' && selected.values.length > 0;
  });
}

function listKeysOfNode(node: Json): PropertyKeyOrIndex[] {
  if (Array.isArray(node)) return [...node.keys()];
  return isJsonObject(node) ? Object.keys(node) : [];
}

function getValueAt(node: Json, key: PropertyKeyOrIndex): Json | undefined {
  if (Array.isArray(node)) return node[Number(key)];
  return isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

function replaceValueAt(node: Json, key: PropertyKeyOrIndex, value: Json): Json {
  if (Array.isArray(node)) return node.with(Number(key), value);
  if (!isJsonObject(node)) return node;
  const copy = { ...node };
  setProperty(copy, String(key), value);
  return copy;
}

function chooseSeparatorAfter(before: string): string {
  return before === '' || /\s$/.test(before) ? '' : ' ';
}
