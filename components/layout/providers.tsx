'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { CommandsProvider } from './commands';
import { CurrentTimeProvider } from './current-time';

type Props = { nonce: string; serverNow: number; children: ReactNode };

export function Providers({ nonce, serverNow, children }: Props) {
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 1_000 } } }),
  );
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <NuqsAdapter>
          <CurrentTimeProvider serverNow={serverNow}>
            <CommandsProvider>{children}</CommandsProvider>
          </CurrentTimeProvider>
        </NuqsAdapter>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
