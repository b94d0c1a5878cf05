import { formatAsSingleLine } from '../../format/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { shortenText, stripControlCharacters } from '../console/shorten-text.ts';
import { describeRule, type InferReport, type InferredCaseReport } from './infer-report.ts';

const MAX_LISTED_PROBLEMS = 5;
const MAX_RULE_LENGTH = 300;

/** Returns the rules of each case, for a terminal. */
export function formatInferText({ reads, cases }: InferReport): string {
  const lines = [
    ...cases.flatMap(formatCaseLines),
    `Calls that change nothing: ${reads.join(' ')}`,
    'Rules of the kinds must and only are not tested against chance. The other rules are tested with 1,000 permutations of the labels, at 5% false alarms over all cases.',
  ];
  return lines.map((line) => `${stripControlCharacters(line)}\n`).join('');
}

function formatCaseLines({ caseId, conversations, rules, missed, leftOut, written }: InferredCaseReport): string[] {
  const good = conversations.filter(({ isGood }) => isGood);
  const bad = conversations.filter(({ isGood }) => !isGood);
  const title = `[${formatAsSingleLine(caseId)}] ${formatConversationCount(good, 'good')}, ${formatConversationCount(bad, 'bad')}`;
  const left = leftOut.map(({ source, reason }) => `  left out ${source}: ${reason}`);
  if (good.length === 0) return [`${title}: nothing to learn from`, ...left.slice(0, MAX_LISTED_PROBLEMS), ''];
  return [
    title,
    ...rules.map(({ rule, support, catches, p }) => {
      const chance = p === undefined ? '' : `, p = ${p.toFixed(3)}`;
      const evidence = `from ${support} good ${support === 1 ? 'one' : 'ones'}, catches ${catches.length} of ${bad.length} bad${chance}`;
      return `  ${rule.kind.padEnd(6)} ${shortenText(describeRule(rule), MAX_RULE_LENGTH)}  (${evidence})`;
    }),
    ...formatMissedLines(missed, good.length, bad.length),
    ...left.slice(0, MAX_LISTED_PROBLEMS),
    ...formatWrittenLines(written),
    ...(left.length > MAX_LISTED_PROBLEMS
      ? [`  and ${formatCountWithNoun(left.length - MAX_LISTED_PROBLEMS, 'more')} left out`]
      : []),
    '',
  ];
}

/**
 * The minimum number of good and of bad conversations from which several kinds of mistakes can be inferred reliably.
 * Measured in `bench/experiments/infer.ts`.
 */
const ENOUGH_CONVERSATIONS_PER_LABEL = 10;

function formatMissedLines(missed: readonly string[], good: number, bad: number): string[] {
  if (missed.length === 0) return [];
  const lines = [`  No rule catches ${formatSources(missed)}`];
  if (good >= ENOUGH_CONVERSATIONS_PER_LABEL && bad >= ENOUGH_CONVERSATIONS_PER_LABEL) return lines;
  return [
    ...lines,
    `  ${missed.length} of ${bad} bad may show mistakes that are too rare to distinguish from chance; for mixed mistakes, record ${ENOUGH_CONVERSATIONS_PER_LABEL} good and ${ENOUGH_CONVERSATIONS_PER_LABEL} bad.`,
  ];
}

function formatWrittenLines(written: InferredCaseReport['written']): string[] {
  if (written === undefined) return [];
  const { added, refused } = written;
  return [
    added === 0 ? '  Nothing new to write' : `  Wrote ${formatCountWithNoun(added, 'rule')} with "inferred": true`,
    ...refused.map(({ rule, reason }) => `  Not written: ${shortenText(rule, MAX_RULE_LENGTH)}: ${reason}`),
  ];
}

const importedLabel = 'label: from the imported verdict';

function formatConversationCount(conversations: InferredCaseReport['conversations'], word: string): string {
  const all = conversations.length;
  const weak = conversations.filter(({ labelFrom }) => labelFrom === 'case_verdict').length;
  const imported = conversations.filter(({ labelFrom }) => labelFrom === 'imported_verdict').length;
  const notes = [
    ...(weak === 0 ? [] : [`${weak === all ? '' : `${weak} with a `}weak label: only the verdict of the case`]),
    ...(imported === 0
      ? []
      : [imported === all ? importedLabel : `${imported} with a ${importedLabel.replace(':', '')}`]),
  ];
  return `${all} ${word}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

function formatSources(sources: readonly string[]): string {
  const more = sources.length - MAX_LISTED_PROBLEMS;
  return `${sources.slice(0, MAX_LISTED_PROBLEMS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
