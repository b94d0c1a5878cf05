'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AgentForm, type RequestedAgent } from '@/components/try/agent-form';
import { MessageForm } from '@/components/try/message-form';
import { ProposedSuite } from '@/components/try/proposed-suite';
import { TalkTurns } from '@/components/try/talk-turns';
import { Button } from '@/components/ui/button';
import { Problems } from '@/components/ui/problems';
import { errorText, type Talk, talkToAgent } from '@/lib/queries';

/** Lets a person talk to an agent that has no tests yet, and writes its first suite from the conversation. */
export function TryView({ wanted }: { wanted: RequestedAgent }) {
  const [talk, setTalk] = useState<Talk>();
  const step = useMutation({
    mutationFn: talkToAgent,
    onSuccess: (answer) => {
      if (answer.ok) setTalk(answer);
    },
  });
  const problems = step.data?.ok === false ? step.data.problems : errorText(step.error);
  const pendingMessage = step.isPending && 'say' in step.variables ? step.variables.say : undefined;
  function startOver(): void {
    setTalk(undefined);
    step.reset();
  }
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-5 px-4 py-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto font-semibold text-xl tracking-tight">Try an agent</h1>
          {talk !== undefined && <Button onClick={startOver}>Start over</Button>}
        </div>
        {talk === undefined ? (
          <AgentForm wanted={wanted} pending={step.isPending} onFind={step.mutate} />
        ) : (
          <>
            <p className="text-ink-soft text-sm">{talk.said}.</p>
            <TalkTurns turns={talk.turns} asked={pendingMessage} />
          </>
        )}
        <Problems problems={problems} title={talk === undefined ? 'No agent was found.' : 'The conversation ended.'} />
        {talk !== undefined && talk.suite === undefined && problems.length === 0 && (
          <MessageForm
            turn={talk.turns.length + 1}
            pending={step.isPending}
            onSay={(say) => step.mutate({ talk: talk.talk, say })}
            onWrite={() => step.mutate({ talk: talk.talk, write: true })}
          />
        )}
        {talk?.suite !== undefined && <ProposedSuite {...talk.suite} />}
      </div>
    </main>
  );
}
