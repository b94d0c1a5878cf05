import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { CommandsProvider } from '@/components/layout/commands';
import { CurrentTimeProvider } from '@/components/layout/current-time';

export type RenderedView = Pick<RenderResult, 'container' | 'rerender' | 'unmount'> & {
  user: UserEvent;
  queries: QueryClient;
  /** The paths of the pages to which the test navigated, in order. */
  visited: string[];
  /** The search part of the URL after each of its changes. */
  searches: string[];
};

type ProviderOptions = {
  path?: string;
  search?: string;
  /** Provides the responses of the server; requests without a response fail. */
  answers?: (queries: QueryClient) => void;
};

/** Renders a component with all providers that pages have. */
export function renderView(view: ReactNode, { path = '/', search = '', answers }: ProviderOptions = {}): RenderedView {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  answers?.(queries);
  const visited: string[] = [];
  const searches: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppRouterContext value={createRecordingRouter(visited)}>
      <PathnameContext value={path}>
        <QueryClientProvider client={queries}>
          <NuqsTestingAdapter
            searchParams={search}
            hasMemory
            onUrlUpdate={({ queryString }) => searches.push(queryString)}
          >
            <CurrentTimeProvider serverNow={Date.now()}>
              <CommandsProvider>{children}</CommandsProvider>
            </CurrentTimeProvider>
          </NuqsTestingAdapter>
        </QueryClientProvider>
      </PathnameContext>
    </AppRouterContext>
  );
  return { ...render(view, { wrapper }), user: userEvent.setup(), queries, visited, searches };
}

function createRecordingRouter(visited: string[]) {
  const navigateTo = (address: string) => void visited.push(address);
  const ignoreNavigation = () => undefined;
  return {
    push: navigateTo,
    replace: navigateTo,
    prefetch: ignoreNavigation,
    back: ignoreNavigation,
    forward: ignoreNavigation,
    refresh: ignoreNavigation,
    bfcacheId: '0',
  };
}
