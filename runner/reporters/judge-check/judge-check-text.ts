import { isUnreliable, judgeReliabilityWords } from '../../verdict/index.ts';
import { stripControls } from '../console/shorten-text.ts';
import {
  type JudgeCheckReport,
  judgeCheckNotes,
  judgeFigures,
  judgeTitle,
  type SuiteCheck,
} from './judge-check-report.ts';

/** Returns the results of a check of judges, for a terminal. */
export function judgeCheckText({ times, suites }: JudgeCheckReport): string {
  return suites
    .flatMap((suite) => [suite.suiteKey, '', ...judgeLines(suite, times), ...judgeCheckNotes(suite)])
    .map((line) => `${stripControls(line)}\n`)
    .join('');
}

function judgeLines({ judges }: SuiteCheck, times: number): string[] {
  return judges.flatMap((checked) => {
    const { judge, criterion } = judgeTitle(checked);
    const figures = judgeFigures(checked, times);
    const width = Math.max(...figures.map(([name]) => name.length));
    const mark = { reliable: '✓', unreliable: '✗', too_few: '?' }[checked.standing];
    return [
      `${mark} ${judge}: ${criterion}`,
      ...figures.map(([name, value]) => `    ${name.padEnd(width)}  ${value}`),
      `    ${judgeReliabilityWords[checked.standing]}${isUnreliable(checked) ? `: ${checked.reasons.join('; ')}` : ''}`,
      '',
    ];
  });
}
