import type { ReactNode } from 'react';
import { CopyAttemptButton } from '@/components/inspector/copy-attempt-button';
import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { CopyButton } from '@/components/ui/copy-button';
import { Link2 } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import { Status } from '@/components/ui/status';
import type { AttemptRow, AttemptState, CaseRow } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { describeDecision } from '@/runner/verdict';
import { CaseName } from '../cases/case-name';
import { toDisplayStatus } from '../display-status';
import { caseKindViews } from '../kind-views';
import { buildAttemptUrl } from './attempt-link';
import { comparisonHref } from './comparison-href';
import { describeStability } from './describe-stability';

type Props = {
  runId: string;
  row: CaseRow;
  attempt: AttemptState;
  /** True if the header is collapsed. On a phone, it then shows only the name and the status. */
  isFolded: boolean;
  onAttempt: (attempt: number) => void;
  raw: boolean;
  onRaw: (raw: boolean) => void;
  /** Additional buttons for the attempt. */
  children?: ReactNode;
};

export function AttemptHeader({ runId, row, attempt: state, isFolded, onAttempt, raw, onRaw, children }: Props) {
  const { status, attempt } = state;
  const { hasTexts, Figures } = caseKindViews[row.kind];
  const compareHref = comparisonHref(runId, row, attempt);
  const stability = describeDecision(row) ?? describeStability(row.attempts);
  const before = state.repeated?.at(-1);
  return (
    <div
      className={cn(
        '@container flex shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1.5 border-b px-4 py-2 max-sm:gap-y-0.5 max-sm:py-1',
        isFolded && 'max-sm:[&>*:nth-child(n+3)]:hidden',
      )}
    >
      <h2 className="min-w-0 grow basis-48 truncate" title={row.name ?? row.id}>
        <CaseName id={row.id} name={row.name} />
      </h2>
      <Status of={toDisplayStatus(row, status)} show="badge" />
      <AttemptSwitch attempts={row.attempts} chosenAttempt={attempt} onChoose={onAttempt} />
      {compareHref !== undefined && (
        <TextLink href={compareHref} className="text-xs">
          Compare attempts
        </TextLink>
      )}
      {before !== undefined && (
        <p className="basis-full text-late text-xs">
          {describeRetry(state.repeated?.length ?? 0)} ended with{' '}
          {replaceInvisibleCharacters(before.error ?? before.status)}
        </p>
      )}
      {stability !== undefined && (
        <p
          className="min-w-0 grow basis-24 truncate text-ink-soft text-xs tabular-nums xl:basis-full"
          title={stability}
        >
          {stability}
        </p>
      )}
      <span className="flex min-w-0 basis-full flex-wrap items-center gap-1.5 text-xs max-sm:flex-nowrap">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5 max-sm:flex-nowrap max-sm:overflow-hidden">
          <Badge>{row.kind}</Badge>
          {row.tags?.map((tag) => (
            <Badge key={tag}>@{tag}</Badge>
          ))}
          {row.line !== undefined && <span className="whitespace-nowrap text-ink-faint">line {row.line}</span>}
        </span>
        {Figures !== undefined && <Figures announced={row} attempt={state} />}
        <span className="ml-auto flex flex-wrap items-center justify-end max-sm:shrink-0 max-sm:flex-nowrap">
          {hasTexts && (
            <label className="flex cursor-pointer items-center gap-1.5 whitespace-nowrap px-2 text-ink-soft">
              <Checkbox checked={raw} onChange={onRaw} />
              Raw text
            </label>
          )}
          {children}
          <CopyAttemptButton runId={runId} attempt={state} compact />
          <CopyButton label="Copy link" text={() => buildAttemptUrl({ ...row, attempt })} compact icon={Link2} />
        </span>
      </span>
    </div>
  );
}

function describeRetry(retryNumber: number): string {
  return retryNumber === 1 ? 'Second try; the first try' : `Try ${retryNumber + 1}; the try before`;
}

type AttemptSwitchProps = {
  attempts: readonly AttemptRow[];
  chosenAttempt: number;
  onChoose: (attempt: number) => void;
};

function AttemptSwitch({ attempts, chosenAttempt, onChoose }: AttemptSwitchProps) {
  if (attempts.length < 2) return null;
  return (
    <fieldset className="flex min-w-0 max-w-full items-center gap-1 overflow-x-auto">
      <legend className="sr-only">Attempt</legend>
      {attempts.map(({ attempt, status }) => (
        <button
          key={attempt}
          type="button"
          aria-pressed={attempt === chosenAttempt}
          onClick={() => onChoose(attempt)}
          className={cn(
            'flex h-6 items-center gap-1 rounded-sm border px-1.5 text-xs tabular-nums',
            attempt === chosenAttempt ? 'border-accent bg-chosen font-medium' : 'bg-surface hover:bg-hover',
          )}
        >
          <span className="sr-only">Attempt</span>
          {attempt}
          <Status of={status} show="icon" className="[&_svg]:size-3" />
        </button>
      ))}
    </fieldset>
  );
}
