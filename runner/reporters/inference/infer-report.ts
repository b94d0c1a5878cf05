import {
  type Conversation,
  describePattern,
  type InferableRule,
  type InferredCase,
} from '../../experiments/infer/index.ts';

/** The rules of a suite, and the conversations that were not used. */
export type InferReport = {
  /** Globs of tools whose calls change nothing. */
  reads: readonly string[];
  cases: readonly InferredCaseReport[];
};

export type InferredCaseReport = Omit<InferredCase, 'conversations'> & {
  isConversation: boolean;
  conversations: readonly ReportedConversation[];
  leftOut: { source: string; reason: string }[];
  /**
   * The result of `--write`: the number of rules that were added to the file, and the rules that were not added, with
   * the reason.
   */
  written?: { added: number; refused: { rule: string; reason: string }[] };
};

type ReportedConversation = Conversation & { runId: string; attempt: number };

/** Describes a rule in words, without its kind. */
export function describeRule(rule: InferableRule): string {
  switch (rule.kind) {
    case 'must':
      return formatToolCallEntries(rule.entries).join(' and ');
    case 'only': {
      if (rule.entries.length === 0) return 'no call that changes anything';
      const others = formatToolCallEntries(rule.optional).join(', ');
      return `no other call that changes anything${others === '' ? '' : `, except perhaps ${others}`}`;
    }
    case 'never':
      return 'tool' in rule ? `calls ${rule.tool}` : `says ${JSON.stringify(rule.text)}`;
    case 'order':
      return `${rule.first} before ${rule.next}`;
    case 'said':
      return `${rule.value}, which a tool returned`;
    case 'asked':
      return `for ${rule.fact} before ${rule.before}`;
    default:
      return rule satisfies never;
  }
}

/** Lists equal entries only once, with the number of times they occur. */
function formatToolCallEntries(entries: Extract<InferableRule, { kind: 'must' }>['entries']): string[] {
  const counts = new Map<string, number>();
  for (const { tool, pattern } of entries) {
    const words = `${tool}(${describePattern(pattern)})`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => (count === 1 ? words : `${count} times ${words}`));
}
