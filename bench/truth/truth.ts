import { autoRuns } from './auto-runs.ts';
import { falseAlarms, power, repeatedLooks } from './comparisons.ts';
import { coverage } from './coverage.ts';
import { printTable } from './table.ts';

const place = ['suite', 'cases', 'attempts'];
const noticed = ['named', 'whole', 'gate', 'named*', 'whole*', 'gate*'];

/** Whether what reports say about rates and changes is true, in suites whose truth is known. Takes minutes. */
export function truth(): void {
  printTable(
    'Coverage of the 95% band over 20,000 histories (goal: 90%, with one attempt 87%)',
    [...place, 'cases like these', 'these cases', 'mean width', ''],
    coverage(),
  );
  printTable(
    'False alarms: 2,000 comparisons with nothing changed (goals: named and gate at most 5%; * with older runs)',
    [...place, ...noticed, ''],
    falseAlarms(),
  );
  printTable(
    'Power: 2,000 comparisons after a tenth of the working cases broke (goal: gate of mature 26 × 3 at least 60%), and after each case did with a chance of 10%',
    [...place, ...noticed, 'gate, chance', 'gate*, chance', ''],
    power(),
  );
  printTable(
    'Repeated looks: 500 series of 20 runs with nothing changed, each against the newest one that did not get worse',
    [...place, 'runs that fail', 'series with one'],
    repeatedLooks(),
  );
  printTable(
    'Cases repeated until they are decided: 20,000 of each rate, good from .95, bad up to .7 (goal: wrong at most 5%)',
    ['rate', 'good', 'bad', 'inconclusive', 'attempts', 'saved', 'wrong', ''],
    autoRuns(),
  );
}
