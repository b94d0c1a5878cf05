import { type HintRule, quoted, simulatorHint } from './conversation-facts.ts';

/** Matches injected instructions that are aimed at the simulator instead of the user it plays. */
const planted =
  /\b(?:ignore|disregard|forget)\s+(?:all |any |your |the |previous |prior |other )+(?:instructions?|goals?|prompts?|rules?)\b|\bgoal_achieved\b/i;
const dictated = /["“'‘]([^"”'’\n]{3,80})["”'’]/g;

/** The simulator follows an instruction in a text of the agent or a tool instead of its role. */
export const obeys: HintRule = ({ messages, told }) => {
  for (const { turn, text, isContent, agentText, toolText } of messages) {
    const source = planted.test(agentText) ? agentText : plantedIn(toolText());
    if (source === undefined || planted.test(told)) continue;
    const words = [...source.matchAll(dictated)].flatMap(([, quote = '']) =>
      /goal_achieved/.test(quote) ? [] : [quote],
    );
    const spoken = words.find((quote) => text.toLowerCase().includes(quote.toLowerCase()));
    const hasEnded = isContent && /goal_achieved/i.test(source);
    if (spoken === undefined && !hasEnded) continue;
    const evidence =
      spoken === undefined ? 'ends the conversation as instructed' : `says ${quoted(spoken)} as instructed`;
    return [simulatorHint({ kind: 'obeys', turn, rule: 'follows an injected instruction', evidence })];
  }
  return [];
};

function plantedIn(text: string): string | undefined {
  return planted.test(text) ? text : undefined;
}
