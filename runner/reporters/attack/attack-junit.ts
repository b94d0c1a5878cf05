import { isJudgedVerdict } from '../../experiments/attack/index.ts';
import { escapeXmlText, formatXmlAttributes } from '../xml-text.ts';
import { type AttackReport, verdictWords } from './attack-report.ts';

/**
 * Formats the attempts of an attack as JUnit: an attack that succeeded is a failure, an attack without a verdict is
 * skipped.
 */
export function formatAttackJunit(report: AttackReport): string {
  const { attempts, agents } = report;
  const failures = attempts.filter(({ verdict }) => verdict === 'succeeded').length;
  const skipped = attempts.filter(isSkipped).length;
  const time = attempts.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
  const counts = { tests: String(attempts.length), failures: String(failures), errors: '0' };
  const suite = { name: `attack on ${agents.join(', ')}`, ...counts, skipped: String(skipped), time: time.toFixed(3) };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites${formatXmlAttributes({ name: 'attack', ...counts, time: time.toFixed(3) })}>\n`,
    `  <testsuite${formatXmlAttributes(suite)}>\n`,
    ...attempts.map(formatTestcaseElement),
    '  </testsuite>\n</testsuites>\n',
  ].join('');
}

type AttackAttempt = AttackReport['attempts'][number];

function isSkipped({ verdict }: AttackAttempt): boolean {
  return !isJudgedVerdict(verdict);
}

function formatTestcaseElement(attempt: AttackAttempt): string {
  const { suiteKey, variant, attempt: number, verdict, reason, durationMs } = attempt;
  const name = number === 1 ? variant : `${variant}, attempt ${number}`;
  const open = `    <testcase${formatXmlAttributes({ name, classname: suiteKey, time: (durationMs / 1_000).toFixed(3) })}`;
  if (isSkipped(attempt)) {
    const message = `${verdictWords[verdict]}: ${reason}`;
    return `${open}>\n      <skipped${formatXmlAttributes({ message })}/>\n    </testcase>\n`;
  }
  if (verdict !== 'succeeded') return `${open}/>\n`;
  const failure = formatXmlAttributes({ message: reason, type: 'attack' });
  return `${open}>\n      <failure${failure}>${escapeXmlText(reason)}</failure>\n    </testcase>\n`;
}
