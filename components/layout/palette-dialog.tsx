import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import { useDeferredValue, useState } from 'react';
import { caseEditorUrl } from '@/components/cases/case-address';
import { formatPassRateSummary } from '@/components/faults/format-pass-rate-summary';
import { Kbd } from '@/components/ui/kbd';
import { caseSearchQuery, type RunListItem, runsQuery } from '@/lib/queries';
import { formatRelativeTime } from '@/runner/format';
import type { Command as Offered } from './commands';
import { useNow } from './current-time';
import { isExactIdMatch, type PaletteItem, rankPaletteItems } from './rank-palette-items';

const MAX_RECENT_RUNS = 20;
const MAX_CASES = 8;
const runIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The weight of runs in the search results. It is low, so that cases come before runs that match equally well. */
const RUN_WEIGHT = 0.5;

type Props = { commands: readonly Offered[]; onClose: () => void };

/** A search over all commands and runs. */
export function PaletteDialog({ commands, onClose }: Props) {
  const router = useRouter();
  const { setTheme } = useTheme();
  const now = useNow(60_000);
  const [text, setText] = useState('');
  const { data } = useQuery(runsQuery({ text: '', limit: MAX_RECENT_RUNS }));
  const typed = useDeferredValue(text).trim();
  const { data: byId } = useQuery({ ...runsQuery({ text: typed, limit: 1 }), enabled: runIdPattern.test(typed) });
  const { data: cases } = useQuery(caseSearchQuery(typed));
  const places: Offered[] = [
    { id: 'today', title: 'Go to Today', run: () => router.push('/') },
    { id: 'runs', title: 'Go to Runs', run: () => router.push('/runs') },
    { id: 'compare', title: 'Compare two runs', run: () => router.push('/compare') },
    { id: 'models', title: 'Matrix', run: () => router.push('/compare/matrix') },
    { id: 'cases', title: 'Go to Cases', run: () => router.push('/cases') },
    { id: 'trends', title: 'Go to Trends', run: () => router.push('/trends') },
    { id: 'review', title: 'Go to Review', run: () => router.push('/review') },
    { id: 'search', title: 'Go to Search', run: () => router.push('/search') },
    { id: 'settings', title: 'Go to Settings', run: () => router.push('/settings') },
    { id: 'new', title: 'New run', run: () => router.push('/runs?new=true') },
    { id: 'try', title: 'Try an agent', run: () => router.push('/try') },
    { id: 'light', title: 'Light theme', run: () => setTheme('light') },
    { id: 'dark', title: 'Dark theme', run: () => setTheme('dark') },
    { id: 'system', title: 'System theme', run: () => setTheme('system') },
  ];
  const runs = [...new Map([...(byId?.runs ?? []), ...(data?.runs ?? [])].map((run) => [run.runId, run])).values()].map(
    (run): Omit<PaletteItem, 'key'> => ({
      id: run.runId,
      weight: RUN_WEIGHT,
      exactId: run.runId,
      title: run.label === undefined ? run.suiteKey : `${run.suiteKey} · ${run.label}`,
      hint: `${describeOutcome(run)}, ${formatRelativeTime(run.startedAt, now)}`,
      run: () => router.push(`/runs/${run.runId}`),
    }),
  );
  const foundCases = text.trim() === '' ? [] : (cases?.found ?? []);
  const caseOptions = foundCases
    .toSorted((left, right) => Number(isExactIdMatch(right.id, text)) - Number(isExactIdMatch(left.id, text)))
    .slice(0, MAX_CASES)
    .map(
      ({ suiteKey, id, title, line }): Offered => ({
        id: `${suiteKey} ${line} ${id}`,
        exactId: id,
        title: `${id} ${title}`,
        hint: suiteKey,
        run: () => router.push(caseEditorUrl(suiteKey, id)),
      }),
    );
  const transcriptOption: Offered = {
    id: 'search-said',
    title: `Search what was said for “${text.trim()}”`,
    run: () => router.push(`/search?q=${encodeURIComponent(text.trim())}`),
  };
  const groups = rankPaletteItems(
    [
      toGroup('This page', commands),
      toGroup('Everywhere', places),
      toGroup('Cases', caseOptions),
      toGroup('Runs', runs),
    ],
    text,
  );
  const matches = groups.flatMap(({ items }) => items);
  const visibleKeys = [...matches.map(({ key }) => key), ...(text.trim() === '' ? [] : [transcriptOption.id])];
  const { selected, select, selectBest } = useSelection(visibleKeys);
  function runCommand({ run }: Offered): void {
    onClose();
    run();
  }
  return (
    <Command.Dialog
      open
      onOpenChange={onClose}
      label="Command palette"
      loop
      shouldFilter={false}
      value={selected}
      onValueChange={select}
      overlayClassName="fixed inset-0 z-40 animate-appear bg-[oklch(0.18_0.02_235/0.45)]"
      contentClassName="fixed inset-x-3 top-[max(1rem,12vh)] z-50 mx-auto max-w-xl animate-appear overflow-hidden rounded-lg border bg-raised shadow-raised"
    >
      <Command.Input
        value={text}
        onValueChange={(newText) => {
          setText(newText);
          selectBest();
        }}
        placeholder="Search commands, runs and cases"
        className="h-11 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-ink-faint"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
        {matches.length === 0 && (
          <div role="presentation" className="px-3 py-6 text-center text-ink-faint">
            No matches
          </div>
        )}
        {groups.map(({ heading, items }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-ink-faint"
          >
            {items.map((item) => (
              <PaletteOption key={item.key} item={item} onChoose={() => runCommand(item)} />
            ))}
          </Command.Group>
        ))}
        {text.trim() !== '' && (
          <PaletteOption
            item={{ ...transcriptOption, key: transcriptOption.id }}
            onChoose={() => runCommand(transcriptOption)}
          />
        )}
      </Command.List>
    </Command.Dialog>
  );
}

/** Selects the first visible item until the user selects another one, even if more items arrive. */
function useSelection(visibleKeys: readonly string[]) {
  const [chosen, setChosen] = useState<string>();
  const [first = ''] = visibleKeys;
  return {
    selected: chosen !== undefined && visibleKeys.includes(chosen) ? chosen : first,
    // Ignores the selection of the first item: the palette itself selects it after each change of the text.
    select: (key: string) => setChosen(key === first ? undefined : key),
    selectBest: () => setChosen(undefined),
  };
}

type OptionProps = { item: PaletteItem; onChoose: () => void };

function PaletteOption({ item, onChoose }: OptionProps) {
  return (
    <Command.Item
      value={item.key}
      onSelect={onChoose}
      className="flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-chosen"
    >
      <span className="min-w-0 grow truncate">{item.title}</span>
      {item.hint !== undefined && <span className="shrink-0 text-ink-soft text-xs">{item.hint}</span>}
      {item.keys !== undefined && <Kbd>{item.keys}</Kbd>}
    </Command.Item>
  );
}

function toGroup(heading: string, items: readonly Omit<PaletteItem, 'key'>[]) {
  return { heading, items: items.map((item) => ({ ...item, key: JSON.stringify([heading, item.id]) })) };
}

function describeOutcome(run: RunListItem): string {
  const rates = formatPassRateSummary(run);
  return rates === undefined ? run.status : `${run.status}, ${rates}`;
}
