import { Link2 } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CopyAttempt } from '@/components/inspector/copy-attempt';
import { Badge } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { Status } from '@/components/ui/status';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { CaseName } from '../cases/case-name';
import { kindViews } from '../kind-views';
import { linkTo } from './attempt-link';
import { comparisonHref } from './attempt-pair';
import { AttemptSwitch } from './attempt-switch';
import { stabilityWords } from './stability-words';

type Props = {
  runId: string;
  row: CaseRow;
  attempt: AttemptState;
  onAttempt: (attempt: number) => void;
  raw: boolean;
  onRaw: (raw: boolean) => void;
  /** Further actions for the attempt. */
  children?: ReactNode;
};

export function AttemptHeader({ runId, row, attempt: state, onAttempt, raw, onRaw, children }: Props) {
  const { status, attempt } = state;
  const { hasTexts, Figures } = kindViews[row.kind];
  const compareHref = comparisonHref(runId, row, attempt);
  const stability = stabilityWords(row.attempts);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1.5 border-b px-4 py-2">
      <h2 className="min-w-0 grow basis-48 truncate" title={row.name ?? row.id}>
        <CaseName id={row.id} name={row.name} />
      </h2>
      <Status of={status} show="badge" />
      <AttemptSwitch attempts={row.attempts} chosen={attempt} onChoose={onAttempt} />
      {compareHref !== undefined && (
        <Link href={compareHref} className="text-accent text-xs underline-offset-2 hover:underline">
          Compare attempts
        </Link>
      )}
      {stability !== undefined && <p className="basis-full text-ink-soft text-xs tabular-nums">{stability}</p>}
      <span className="flex basis-full flex-wrap items-center gap-1.5 text-xs">
        <Badge>{row.kind}</Badge>
        {row.tags?.map((tag) => (
          <Badge key={tag}>@{tag}</Badge>
        ))}
        {row.line !== undefined && <span className="text-ink-faint">line {row.line}</span>}
        {Figures !== undefined && <Figures announced={row} attempt={state} />}
        <span className="ml-auto flex flex-wrap items-center justify-end">
          {hasTexts && (
            <label className="flex cursor-pointer items-center gap-1.5 whitespace-nowrap px-2 text-ink-soft">
              <input
                type="checkbox"
                checked={raw}
                onChange={(event) => onRaw(event.target.checked)}
                className="accent-accent"
              />
              Raw text
            </label>
          )}
          {children}
          <CopyAttempt runId={runId} attempt={state} compact />
          <CopyButton label="Copy link" text={() => linkTo({ ...row, attempt })} compact icon={Link2} />
        </span>
      </span>
    </div>
  );
}
