import { cn } from './cn';

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={cn('animate-breathe rounded-md bg-idle-soft', className)} />;
}
