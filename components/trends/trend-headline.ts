import { percent, plural } from '@/lib/format';
import type { TrendRun } from '@/lib/queries';
import type { RateChange } from '@/runner/contract';
import { decimalPercent } from '@/runner/values';
import { countJudged } from '@/runner/verdict';

type Rated = Pick<TrendRun, 'counts' | 'passRate'>;

/** Says in one sentence how the newest run went, and how sure the change is: `83%, down from 100%; could be chance`. */
export function headlineWords(runs: readonly Rated[], change: RateChange | undefined): string {
  const head = runs.at(-1);
  if (head === undefined || head.passRate === null) return 'The newest run judged nothing';
  if (change === undefined) {
    return `${percent(head.passRate)} of the attempts passed in the ${runs.length === 1 ? 'only' : 'newest'} run`;
  }
  if (change.cases === 0) return `${percent(head.passRate)}; no case in common with the earlier run`;
  return changeWords(change, change.after.judged !== countJudged(head.counts));
}

function changeWords({ cases, before, after, evidence }: RateChange, isPart: boolean): string {
  const [was, is] = [before.passed / before.judged, after.passed / after.judged];
  const write = percent(was) === percent(is) ? decimalPercent : percent;
  const where = isPart ? ` in the ${plural(cases, 'case')} that both runs share` : '';
  const sureness = surenessWords[evidence.verdict];
  if (was === is) {
    return evidence.verdict === 'none'
      ? `${percent(is)}${where}, unchanged`
      : `${percent(is)}${where}, unchanged overall; ${sureness}`;
  }
  return `${write(is)}${where}, ${is < was ? 'down' : 'up'} from ${write(was)}; ${sureness}`;
}

const surenessWords: Readonly<Record<RateChange['evidence']['verdict'], string>> = {
  real: 'unlikely to be chance',
  unclear: 'could be chance',
  too_few: 'too few attempts to tell',
  none: 'no case changed',
};
