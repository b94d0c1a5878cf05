type Props = { suiteKey: string; passed: number; total: number };

export function SuiteHeading({ suiteKey, passed, total }: Props) {
  return (
    <div className="flex h-full items-center gap-2 border-b bg-sunken px-3 text-xs">
      <span className="min-w-0 truncate font-medium" title={suiteKey}>
        {suiteKey}
      </span>
      <span className="ml-auto text-ink-faint tabular-nums">
        {passed} of {total} passed
      </span>
    </div>
  );
}
