import { TriangleAlert } from '@/components/ui/icons';

/** Marks the verdict of a judge that was found unreliable when its reliability was last checked. */
export function UnreliableJudge({ why }: { why: string }) {
  return (
    <p className="flex items-start gap-1 break-words text-broken text-xs">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>
        <span className="font-medium">Unreliable judge</span>: {why}
      </span>
    </p>
  );
}
