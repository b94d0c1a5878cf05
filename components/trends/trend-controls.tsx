import { findSharedFolder, shortSuiteName } from '@/components/runs/suite-names';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { SelectField } from '@/components/ui/field';
import {
  EVERY_SIMULATOR,
  EVERY_SUITE,
  type Trends,
  type TrendsSearch,
  type TrendWindow,
  trendWindows,
} from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';
import { ConnectorField } from './connector-field';
import { trendWindowLabel } from './describe-trends';
import { SeriesField } from './series-field';
import { simulatorName } from './series-lines';

type Props = { trends: Trends; search: TrendsSearch; onSearch: (search: Partial<TrendsSearch>) => void };

/** The value of the option for all agents. It is not an empty string, because Radix does not allow that. */
const EVERY_AGENT = '*';

/** Fields to select the runs whose trends are shown. */
export function TrendControls({ trends, search, onSearch }: Props) {
  const { suites, agents, suiteKey, connectors, connector, simulators, simulator } = trends;
  const folder = findSharedFolder(suites.map(({ key }) => key));
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Suite"
        className="w-72 min-w-0 max-w-full"
        value={suiteKey}
        placeholder="Choose a suite"
        onValueChange={(suite) => onSearch({ suite, agent: '', connector: '', simulator: '' })}
        options={[
          ...suites.map(({ key, runs }) => ({
            value: key,
            text: shortSuiteName(key, folder),
            hint: formatCountWithNoun(runs, 'run'),
          })),
          { value: EVERY_SUITE, text: 'All suites', hint: 'Pass rates cover different cases' },
        ]}
      />
      <SelectField
        label="Agent"
        className="w-56 min-w-0 max-w-full"
        value={search.agent === '' ? EVERY_AGENT : search.agent}
        placeholder="Choose an agent"
        onValueChange={(agent) => onSearch({ agent: agent === EVERY_AGENT ? '' : agent, connector: '', simulator: '' })}
        options={[
          { value: EVERY_AGENT, text: 'All agents' },
          ...agents.map(({ key, runs }) => ({ value: key, text: key, hint: formatCountWithNoun(runs, 'run') })),
        ]}
      />
      <ConnectorField
        connectors={connectors}
        connector={connector}
        onConnector={(chosenConnector) => onSearch({ connector: chosenConnector, simulator: '' })}
      />
      <SeriesField
        label="User played by"
        choices={simulators}
        value={simulator}
        nameOf={simulatorName}
        every={{ value: EVERY_SIMULATOR, text: 'Everyone' }}
        onValue={(chosenSimulator) => onSearch({ simulator: chosenSimulator })}
      />
      <SelectField
        label="Window"
        className="w-40 min-w-0 max-w-full"
        value={search.window}
        placeholder="Choose a window"
        onValueChange={(value) => onSearch({ window: parseTrendWindow(value) })}
        options={trendWindows.map((window) => ({ value: window, text: trendWindowLabel(window) }))}
      />
      <Button
        aria-pressed={search.window === '7d'}
        onClick={() => onSearch({ window: '7d' })}
        className="aria-pressed:border-accent aria-pressed:bg-chosen"
      >
        Last 7 days
      </Button>
      <label className="flex h-8 items-center gap-2 text-sm">
        <Checkbox checked={search.same} onChange={(same) => onSearch({ same })} />
        Same cases only
      </label>
    </div>
  );
}

function parseTrendWindow(value: string): TrendWindow {
  return trendWindows.find((window) => window === value) ?? 'all';
}
