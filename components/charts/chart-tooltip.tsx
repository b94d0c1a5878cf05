export function ChartTooltip({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="max-w-64 rounded-md border bg-raised px-2.5 py-1.5 text-2xs text-ink shadow-raised tabular-nums">
      <p className="break-words font-medium">{title}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
