import { drawCanary, type InjectionCanary } from './canary.ts';
import type { InjectionConfig, InjectionGoal } from './goal.ts';
import {
  canaryInstructions,
  fillPlaceholders,
  findBuiltInTemplate,
  type InjectionTemplate,
  instructionByGoalType,
  parseTemplateName,
} from './templates.ts';

/** A hostile text as the agent receives it. `order` is the hostile instruction in plain words. */
export type HostileText = { text: string; order: string; canary: InjectionCanary };

/** Creates the hostile text of an attempt. `seed` differs between attempts and determines the canary. */
export function fillHostileText({ text, goal }: InjectionConfig, seed: string): HostileText {
  const canary = drawCanary(seed);
  const name = parseTemplateName(text);
  const template = name === undefined ? undefined : findBuiltInTemplate(name);
  const filledText = template === undefined ? text : fillInjectionTemplate(template, goal);
  const values = { ...toPlaceholderValues(goal), ...canary };
  const order = fillPlaceholders(instructionByGoalType[goal.type], values);
  const base64 = toBase64(order);
  return {
    canary,
    order,
    text: fillPlaceholders(filledText, { ...values, order, base64, hidden: toTagCharacters(order) }),
  };
}

/**
 * Replaces the placeholder of a template by the order for a goal; other placeholders stay. A text that begins with `@`
 * is escaped, because it would be read as the name of a template.
 */
export function fillInjectionTemplate(
  { text: written, orders: ownOrders = {} }: InjectionTemplate,
  { type }: InjectionGoal,
): string {
  const text = fillPlaceholders(written, { order: ownOrders[type] ?? instructionByGoalType[type] });
  return text.startsWith('@') ? ` ${text}` : text;
}

function toPlaceholderValues(goal: InjectionGoal): Record<string, string> {
  switch (goal.type) {
    case 'tool_called':
      return { tool: goal.name, arguments: JSON.stringify(goal.arguments ?? {}), value: goal.name };
    case 'contains':
      return { tool: '', arguments: '', value: goal.value };
    case 'canary':
      return { tool: '', arguments: '', value: canaryInstructions[goal.in ?? 'answer'] };
    default:
      return goal satisfies never;
  }
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

const UNICODE_TAG_BASE = 0xe0000;
const LAST_ASCII = 0x7e;

/** Converts a text to Unicode tag characters, which people cannot see but many models can read. */
function toTagCharacters(text: string): string {
  return [...text]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => code >= 0x20 && code <= LAST_ASCII)
    .map((code) => String.fromCodePoint(UNICODE_TAG_BASE + code))
    .join('');
}
