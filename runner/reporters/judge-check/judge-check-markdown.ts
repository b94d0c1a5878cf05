import { judgeReliabilityWords, kappaWords, shareWords } from '../../verdict/index.ts';
import { formatTable, inlineCode } from '../markdown/markdown-text.ts';
import {
  type JudgeCheckReport,
  judgeCheckNotes,
  judgeTitle,
  type SuiteCheck,
  unreliableJudges,
} from './judge-check-report.ts';

const headings = [
  ...['Judge', 'Criterion', 'Standing', 'Verdicts', 'Flips', 'Texts swapped'],
  ...['Labels', 'Sensitivity', 'Specificity', 'Kappa'],
];

/** Returns the results of a check of judges, for a pull request. */
export function judgeCheckMarkdown(report: JudgeCheckReport): string {
  const unreliable = unreliableJudges(report);
  const verdict = unreliable === 0 ? '✅ No judge is unreliable' : `❌ Unreliable judges: ${unreliable}`;
  return [`# Judge check\n\n**${verdict}**\n`, ...report.suites.map(suiteSection)].join('');
}

function suiteSection(suite: SuiteCheck): string {
  const rows = suite.judges.map((checked) => {
    const { judge, criterion } = judgeTitle(checked);
    const { verdicts, flips, swapped, agreement } = checked;
    const { labels, sensitivity, specificity, kappa } = agreement;
    return [
      ...[
        inlineCode(judge),
        inlineCode(criterion),
        judgeReliabilityWords[checked.standing],
        String(verdicts),
        shareWords(flips),
      ],
      ...[swapped === undefined ? '' : shareWords(swapped), String(labels)],
      ...(labels === 0 ? ['', '', ''] : [shareWords(sensitivity), shareWords(specificity), kappaWords(kappa)]),
    ];
  });
  const notes = judgeCheckNotes(suite).map((note) => `- ${inlineCode(note)}\n`);
  return [
    `\n## ${inlineCode(suite.suiteKey)}\n\n`,
    formatTable(headings, rows),
    ...(notes.length === 0 ? [] : ['\n', ...notes]),
  ].join('');
}
