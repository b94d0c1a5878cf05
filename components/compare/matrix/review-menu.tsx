import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { ChevronDown } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import type { RunMatrix } from '@/lib/queries';
import { parseCaseKey } from '@/runner/fold';
import { columnTitles } from './column-titles';

type Props = { matrix: RunMatrix; keys: readonly string[] };

/** The maximum number of cases to review at once, because the ids of more cases would not fit into a URL. */
const MAX_CASES = 50;

/** A menu of the columns; opens the review page of the selected run with only the ticked cases. */
export function ReviewMenu({ matrix: { columns }, keys }: Props) {
  const router = useRouter();
  const titles = columnTitles(columns);
  const cases = keys.map((key) => parseCaseKey(key).caseId);
  const isTooLong = cases.length > MAX_CASES;
  return (
    <Menu
      items={columns.map(({ runId }, index) => ({
        text: `Review on ${titles[index]}`,
        disabled: isTooLong,
        ...(isTooLong && { hint: `Tick at most ${MAX_CASES} cases` }),
        onSelect: () => router.push(`/runs/${runId}/review?${new URLSearchParams({ cases: JSON.stringify(cases) })}`),
      }))}
    >
      <Button size="sm">
        Review
        <ChevronDown aria-hidden className="size-3.5" />
      </Button>
    </Menu>
  );
}
