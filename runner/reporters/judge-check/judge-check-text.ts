import { isUnreliableJudge, judgeReliabilityWords } from '../../verdict/index.ts';
import { stripControlCharacters } from '../console/shorten-text.ts';
import {
  buildJudgeTitle,
  type JudgeCheckOfSuite,
  type JudgeCheckReport,
  listJudgeCheckNotes,
  listJudgeFigures,
} from './judge-check-report.ts';

/** Returns the results of a check of judges, for a terminal. */
export function formatJudgeCheckText({ times, suites }: JudgeCheckReport): string {
  return suites
    .flatMap((suite) => [suite.suiteKey, '', ...formatJudgeLines(suite, times), ...listJudgeCheckNotes(suite)])
    .map((line) => `${stripControlCharacters(line)}\n`)
    .join('');
}

function formatJudgeLines({ judges }: JudgeCheckOfSuite, times: number): string[] {
  return judges.flatMap((checked) => {
    const { judge, criterion } = buildJudgeTitle(checked);
    const figures = listJudgeFigures(checked, times);
    const width = Math.max(...figures.map(([name]) => name.length));
    const mark = { reliable: '✓', unreliable: '✗', too_few: '?' }[checked.standing];
    return [
      `${mark} ${judge}: ${criterion}`,
      ...figures.map(([name, value]) => `    ${name.padEnd(width)}  ${value}`),
      `    ${judgeReliabilityWords[checked.standing]}${isUnreliableJudge(checked) ? `: ${checked.reasons.join('; ')}` : ''}`,
      '',
    ];
  });
}
