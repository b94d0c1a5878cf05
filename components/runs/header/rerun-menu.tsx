import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChevronDown, RotateCcw } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import type { MenuItem } from '@/components/ui/menu-list';
import { type RerunSelection, workspaceQuery } from '@/lib/queries';
import { type CaseRow, joinSuites, type RunState } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { acceptsConnector } from '../new-run/run-choice';

/** What to run again, and how. `page` is the page to open afterwards; by default, that of the new run. */
export type RerunScope = RerunSelection & { page?: string };

type Props = {
  state: RunState;
  /** The number of cases that did not pass. */
  badCount: number;
  /** The number of cases that did not run, because the run was stopped. */
  notRunCount: number;
  row: CaseRow | undefined;
  isStarting: boolean;
  onChoose: (scope: RerunScope) => void;
};

/** A menu to run cases again: all of them, those that did not pass, or on other connectors. */
export function RerunMenu({ state, badCount, notRunCount, row, isStarting, onChoose }: Props) {
  const [wasOpened, setWasOpened] = useState(false);
  const { data } = useQuery({ ...workspaceQuery(), enabled: wasOpened });
  const { connector } = joinSuites(state.suites);
  const isOffered =
    data !== undefined && state.suites.every(({ agentId }) => acceptsConnector({ workspace: data, agentId }));
  const others = isOffered ? data.connectors.filter(({ id, keyPresent }) => keyPresent && id !== connector) : [];
  const onOthers = others.map(
    ({ id, type, model }): MenuItem => ({
      text: `All cases on ${id}`,
      hint: model === undefined ? type : `${type}, ${model}`,
      onSelect: () => onChoose({ connector: id, ...chooseComparisonPage(state) }),
    }),
  );
  return (
    <Menu
      items={[...listRerunMenuItems({ state, badCount, notRunCount, row, onChoose }), ...onOthers]}
      onOpen={() => setWasOpened(true)}
    >
      <Button size="sm" disabled={isStarting} icon={RotateCcw}>
        {isStarting ? 'Starting…' : 'Re-run'}
        <ChevronDown aria-hidden className="size-3.5" />
      </Button>
    </Menu>
  );
}

function listRerunMenuItems({ state, badCount, notRunCount, row, onChoose }: Omit<Props, 'isStarting'>): MenuItem[] {
  const all = state.suites.map(({ key }) => key);
  return [
    {
      text: 'All cases',
      disabled: all.length === 0,
      hint: all.length > 1 ? formatCountWithNoun(all.length, 'suite') : (all[0] ?? ''),
      onSelect: () => onChoose({}),
    },
    ...(all.length > 1 && row !== undefined
      ? [{ text: 'This suite', hint: row.suiteKey, onSelect: () => onChoose({ suite: row.suiteKey }) }]
      : []),
    ...(notRunCount === 0 ? [] : [createRunRemainingItem(notRunCount, onChoose)]),
    { text: `Failed only (${badCount})`, disabled: badCount === 0, onSelect: () => onChoose({ only: 'bad' }) },
    row === undefined
      ? { text: 'This case', disabled: true, onSelect: () => undefined }
      : { text: 'This case', hint: row.id, onSelect: () => onChoose({ suite: row.suiteKey, case: row.id }) },
  ];
}

function createRunRemainingItem(notRun: number, onChoose: Props['onChoose']): MenuItem {
  return { text: `Run the remaining ${notRun}`, hint: 'not run yet', onSelect: () => onChoose({ only: 'not_run' }) };
}

/**
 * Returns the page of the matrix to open after a run on another connector, limited to the suite if there is only one.
 * Returns no page for forks and for runs of selected cases, because the matrix does not contain these.
 */
function chooseComparisonPage({ suites, options }: RunState): Pick<RerunScope, 'page'> {
  const [onlySuite, ...otherSuites] = suites;
  if (options?.cases !== undefined || options?.fork !== undefined) return {};
  if (onlySuite === undefined || otherSuites.length > 0) return { page: '/compare/matrix' };
  return { page: `/compare/matrix?${new URLSearchParams({ suite: onlySuite.key, agent: onlySuite.agentId })}` };
}
