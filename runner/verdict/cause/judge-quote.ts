import type { Turn } from '../../contract/index.ts';
import { shownText } from '../../values/index.ts';
import { turnAnswer } from '../compare-conversations/align-turns.ts';

const quoted = /["“”«»]([^"“”«»\n]{6,300})["“”«»]/g;
const numbered = /\bturn\s+#?(\d{1,4})\b|\bT(\d{1,4})\b/gi;

/** The turn that a judge's reason is about: the only one that has the words it quotes, else the only one it names. */
export function quotedTurn(reason: string, turns: readonly Turn[]): { turn: number; quote: string } | undefined {
  for (const [, quote = ''] of reason.matchAll(quoted)) {
    const words = plain(quote);
    const matches = turns.filter((turn) => plain(shownText(turnAnswer(turn))).includes(words));
    const [only] = matches;
    if (only !== undefined && matches.length === 1) return { turn: only.turn, quote };
  }
  const named = new Set([...reason.matchAll(numbered)].map(([, word, short]) => Number(word ?? short)));
  const [turn] = named;
  if (turn === undefined || named.size > 1 || !turns.some((each) => each.turn === turn)) return undefined;
  return { turn, quote: reason };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s.…,!?]+/g, ' ')
    .trim();
}
