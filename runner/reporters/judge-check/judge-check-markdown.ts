import { formatKappaWithInterval, formatMeasuredShare, judgeReliabilityWords } from '../../verdict/index.ts';
import { formatInlineCode, formatTable } from '../markdown/markdown-text.ts';
import {
  buildJudgeTitle,
  countUnreliableJudges,
  type JudgeCheckOfSuite,
  type JudgeCheckReport,
  listJudgeCheckNotes,
} from './judge-check-report.ts';

const tableHeadings = [
  ...['Judge', 'Criterion', 'Standing', 'Verdicts', 'Flips', 'Texts swapped'],
  ...['Labels', 'Sensitivity', 'Specificity', 'Kappa'],
];

/** Returns the results of a check of judges, for a pull request. */
export function formatJudgeCheckMarkdown(report: JudgeCheckReport): string {
  const unreliable = countUnreliableJudges(report);
  const verdict = unreliable === 0 ? '✅ No judge is unreliable' : `❌ Unreliable judges: ${unreliable}`;
  return [`# Judge check\n\n**${verdict}**\n`, ...report.suites.map(formatSuiteSection)].join('');
}

function formatSuiteSection(suite: JudgeCheckOfSuite): string {
  const rows = suite.judges.map((checked) => {
    const { judge, criterion } = buildJudgeTitle(checked);
    const { verdicts, flips, swapped, agreement } = checked;
    const { labels, sensitivity, specificity, kappa } = agreement;
    return [
      ...[
        formatInlineCode(judge),
        formatInlineCode(criterion),
        judgeReliabilityWords[checked.standing],
        String(verdicts),
        formatMeasuredShare(flips),
      ],
      ...[swapped === undefined ? '' : formatMeasuredShare(swapped), String(labels)],
      ...(labels === 0
        ? ['', '', '']
        : [formatMeasuredShare(sensitivity), formatMeasuredShare(specificity), formatKappaWithInterval(kappa)]),
    ];
  });
  const notes = listJudgeCheckNotes(suite).map((note) => `- ${formatInlineCode(note)}\n`);
  return [
    `\n## ${formatInlineCode(suite.suiteKey)}\n\n`,
    formatTable(tableHeadings, rows),
    ...(notes.length === 0 ? [] : ['\n', ...notes]),
  ].join('');
}
