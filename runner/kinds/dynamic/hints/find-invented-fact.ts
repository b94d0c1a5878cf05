import type { Turn } from '../../../contract/index.ts';
import { formatContentText } from '../../../fold/index.ts';
import { collectToolText, createSimulatorHint, type HintRule } from './conversation-facts.ts';

const factPattern = new RegExp(
  [
    String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\d{4}-\d{2}-\d{2}`,
    // Matches words with both letters and digits, such as order numbers.
    String.raw`#?\b(?=[\d_-]{0,60}\p{L})(?=(?:[A-Za-z_-]{0,60}\d){3})[\w-]+\b`,
    String.raw`\b\d{3}[- ]\d{3,4}[- ]\d{4}\b`,
    String.raw`\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b`,
    String.raw`\b\d{4,}(?:\.\d+)?\b`,
  ].join('|'),
  'gu',
);
const requestPattern = /\?|\b(?:provide|share|tell me|give me|enter|specify|confirm|what|which|need your)\b/i;
const YEAR_PATTERN = /^(?:(?:19|20)\d\d(?:th)?|\d{3}0s)$/;

/** Finds facts that the simulator states although neither its instructions nor the conversation contain them. */
export const findInventedFact: HintRule = ({ messages, simulatorKnowledge, turns, simulatorText }) => {
  if (!mayContainFacts(simulatorText)) return [];
  let knownText: string | undefined;
  let next = 0;
  for (const { turn, text, agentText } of messages) {
    if (!mayContainFacts(text)) continue;
    const stated = [...text.matchAll(factPattern)].map(([fact]) => fact).filter(isFact);
    if (stated.length === 0) continue;
    knownText ??= withoutSpaces(simulatorKnowledge);
    for (; next < turns.length && (turns[next]?.turn ?? 0) < turn; next += 1) {
      const earlier = turns[next];
      if (earlier !== undefined) knownText += withoutSpaces(`${toTurnText(earlier)} ${collectToolText(earlier)}`);
    }
    const all = knownText;
    const newFact = stated.find((fact) => isNewFact(fact, all));
    if (newFact === undefined) continue;
    const wasAsked = requestPattern.test(agentText);
    return [
      createSimulatorHint({
        kind: 'invented',
        turn,
        severity: wasAsked ? 'minor' : 'critical_hindered',
        rule: 'gives a fact that it was not given',
        evidence: `"${newFact.trim()}" does not occur in the persona, goal, input or conversation${wasAsked ? '; the agent had asked' : ''}`,
      }),
    ];
  }
  return [];
};

function toTurnText({ input, response }: Turn): string {
  return `${formatContentText(input ?? '')} ${response?.content ?? ''}`;
}

/** A quick check: returns false for texts that cannot contain facts. */
function mayContainFacts(text: string): boolean {
  return text.includes('@') || /(?:\d\D*){4}/.test(text);
}

function isFact(text: string): boolean {
  const plainText = withoutSpaces(text);
  return !YEAR_PATTERN.test(plainText) && (plainText.includes('@') || plainText.replaceAll(/\D/g, '').length >= 4);
}

function isNewFact(fact: string, knownText: string): boolean {
  const plainFact = withoutSpaces(fact);
  const digits = plainFact.replaceAll(/\D/g, '');
  return !knownText.includes(plainFact) && !(digits.length >= 4 && knownText.includes(digits));
}

/** Removes characters that people leave out of numbers or add to them. */
function withoutSpaces(text: string): string {
  return text.toLowerCase().replaceAll(/[\s,.#()/-]+/g, '');
}
