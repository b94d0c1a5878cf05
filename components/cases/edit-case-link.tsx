import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useCommands } from '@/components/layout/commands';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { SquarePen } from '@/components/ui/icons';
import { type CaseRow, parseSuiteKey } from '@/runner/fold';
import { caseEditorUrl } from './case-address';

/** A link from a case of a run to its definition in a case file; renders nothing if no file contains the case. */
export function EditCaseLink({ row }: { row: Pick<CaseRow, 'suiteKey' | 'id'> }) {
  const router = useRouter();
  const { file } = parseSuiteKey(row.suiteKey);
  const isFile = /\.(jsonl|json|csv|ya?ml)$/i.test(file);
  const address = `${caseEditorUrl(file, row.id)}&view=form`;
  useShortcuts(isFile ? { e: () => router.push(address) } : {});
  useCommands(() =>
    isFile ? [{ id: 'edit-case', title: `Edit ${row.id}`, keys: 'e', run: () => router.push(address) }] : [],
  );
  if (!isFile) return null;
  return (
    <Link
      href={address}
      prefetch={false}
      title="Edit case (e)"
      className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 font-medium text-ink-soft text-xs hover:bg-hover hover:text-ink"
    >
      <SquarePen aria-hidden className="size-3.5" />
      <span className="@max-2xl:sr-only">Edit case</span>
    </Link>
  );
}
