import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AppBar } from '@/components/layout/app-bar';
import { Providers } from '@/components/layout/providers';
import { HistoryProblem } from '@/components/settings/history-problem';
import { findDatabaseProblem } from '@/runner/history/db';

export const metadata: Metadata = {
  title: { default: 'Turntree', template: '%s · Turntree' },
  description: 'Test AI agents, turn by turn.',
  icons: { icon: '/icon.svg' },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? '';
  const problem = describeDatabaseProblem();
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <Providers nonce={nonce} serverNow={Date.now()}>
          <div className="flex h-dvh flex-col">
            <AppBar />
            {problem === undefined ? children : <HistoryProblem {...problem} />}
          </div>
        </Providers>
      </body>
    </html>
  );
}

function describeDatabaseProblem() {
  const problem = findDatabaseProblem();
  return problem === undefined ? undefined : { code: problem.code, message: problem.message, details: problem.details };
}
