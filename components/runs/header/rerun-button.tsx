import { ChevronDown, RotateCcw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';

export function RerunButton({ starting, ...rest }: { starting: boolean } & ComponentProps<typeof Button>) {
  return (
    <Button size="sm" disabled={starting} {...rest} icon={RotateCcw}>
      {starting ? 'Starting…' : 'Re-run'}
      <ChevronDown aria-hidden className="size-3.5" />
    </Button>
  );
}
