import { getLocation, parseTree } from 'jsonc-parser';
import { assertionTypeDescriptions } from '../assertions/assertion-type-descriptions.ts';
import { assertionTypes } from '../contract/index.ts';
import { findTooDeepOffset, type JsonObject } from '../values/index.ts';
import type { CaseSchema } from './case-schema.ts';
import { getValueWithoutPath } from './get-value-without-path.ts';

/** An explanation of a key or value of a case. */
export type Explanation = { from: number; to: number; text: string };

type ExplanationRequest = { source: string; offset: number; schema: CaseSchema };

/** Returns the explanation of the key or value at an offset in the source of a case. */
export function explainAtOffset({ source, offset, schema }: ExplanationRequest): Explanation | undefined {
  if (findTooDeepOffset(source) !== undefined) return undefined;
  const { path, isAtPropertyKey, previousNode: node } = getLocation(source, offset);
  const root = parseTree(source);
  if (root === undefined || node === undefined || offset > node.offset + node.length) return undefined;
  const range = { from: node.offset, to: node.offset + node.length };
  const type = assertionTypes.find((candidate) => candidate === node.value);
  if (!isAtPropertyKey) {
    const isType = path.at(-1) === 'type' && path.some((part) => /^assert/i.test(String(part)));
    return isType && type !== undefined
      ? { ...range, text: `${type}: ${assertionTypeDescriptions[type].meaning}` }
      : undefined;
  }
  const shapes = schema.shapesAt(path, getValueWithoutPath(root, path));
  const texts = [...new Set(shapes.flatMap(describeSchemaShape))];
  return texts.length === 0 ? undefined : { ...range, text: `${String(path.at(-1))}: ${texts.join(' ')}` };
}

function describeSchemaShape({ description, enum: listed }: JsonObject): string[] {
  const values = Array.isArray(listed) ? [`One of ${listed.join(', ')}.`] : [];
  return typeof description === 'string' ? [`${description}.`, ...values] : values;
}
