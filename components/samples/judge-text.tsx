import { cn } from '@/components/ui/cn';
import { replaceInvisibleCharacters } from '@/runner/format';

/**
 * Shows the text of a judge. Lines that list differences (`+++` for one answer, `---` for the other) are highlighted.
 */
export function JudgeText({ text }: { text: string }) {
  return (
    <p className="flex flex-col break-words text-xs">
      {text
        .trim()
        .split('\n')
        .map((line, position) => (
          <span key={position} className={cn('min-h-4.5 whitespace-pre-wrap', diffLineClass(line))}>
            {replaceInvisibleCharacters(line)}
          </span>
        ))}
    </p>
  );
}

const diffLinePattern = /^\s*(?:\d+[.)]\s*|[-*]\s+)?(\+\+\+|---)/;

function diffLineClass(line: string): string | undefined {
  switch (diffLinePattern.exec(line)?.[1]) {
    case '+++':
      return 'rounded-sm bg-pass-soft px-1 text-pass';
    case '---':
      return 'rounded-sm bg-fail-soft px-1 text-fail';
    default:
      return undefined;
  }
}
