'use client';

import { ProblemNotice } from '@/components/ui/problem-notice';

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">Something went wrong</h1>
      <ProblemNotice error={error} onRetry={reset} />
    </main>
  );
}
