'use client';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">Something went wrong</h1>
      <div role="alert">
        <Notice title="This page could not be shown." details={errorDetails(error)}>
          <Button onClick={reset}>Try again</Button>
          {error.digest !== undefined && (
            <a
              href="/settings"
              className="inline-flex h-8 items-center px-3 text-accent text-sm underline-offset-2 hover:underline"
            >
              Check the history
            </a>
          )}
        </Notice>
      </div>
    </main>
  );
}

/**
 * Returns the details of an error. The message of a server error is not sent to browsers; it is only in the server's
 * log.
 */
function errorDetails({ digest, message }: Error & { digest?: string }): string[] {
  if (digest === undefined) return [message];
  return ['The server hit an unexpected error; its terminal has the message.', `Error ${digest}`];
}
