type Props = { suiteKey: string; passed: number; total: number };

/** The file's name tells suites apart, so it is the folder that gives way. */
export function SuiteHeading({ suiteKey, passed, total }: Props) {
  const nameAt = suiteKey.lastIndexOf('/') + 1;
  return (
    <div className="flex h-full items-center gap-2 border-b bg-sunken px-3 text-xs" title={suiteKey}>
      <span className="flex min-w-0">
        <span className="min-w-0 shrink-[9999] truncate text-ink-faint">{suiteKey.slice(0, nameAt)}</span>
        <span className="truncate font-medium">{suiteKey.slice(nameAt)}</span>
      </span>
      <span className="ml-auto shrink-0 whitespace-nowrap text-ink-faint tabular-nums">
        {passed} of {total} passed
      </span>
    </div>
  );
}
