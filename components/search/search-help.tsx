const examples = [
  ['contact the seller', 'these words, anywhere'],
  ['said:"contact the seller"', 'this phrase, said by the user or the agent; also user: and agent:'],
  ['tool:lookup_order', 'a tool that was called; plain words find its arguments and results'],
  ['failure:timeout', 'words of an error or a failed check'],
  ['cp:offer', 'where a checkpoint was reached, or the attempt that missed it'],
  ['refund !voucher', 'without that word'],
  ['refund s:failed new:', 'in attempts that failed although their case passed in the run before'],
  ['refund f:infra turns:>5 cost:>0.01', 'by fault, number of turns or cost'],
] as const;

/** Explains the search syntax. */
export function SearchHelp() {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-lg border bg-surface p-4 text-sm max-sm:grid-cols-1">
      {examples.map(([words, meaning]) => (
        <div key={words} className="contents">
          <dt className="font-mono text-xs">{words}</dt>
          <dd className="text-ink-soft max-sm:mb-2">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
