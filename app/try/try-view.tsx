// The question that this page answers: how does this agent behave, and which cases follow from it?
'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AgentForm, type RequestedAgent } from '@/components/try/agent-form';
import { MessageForm } from '@/components/try/message-form';
import { ProposedSuite } from '@/components/try/proposed-suite';
import { QuestionToPerson } from '@/components/try/talk-question';
import { ConversationTurnList } from '@/components/try/talk-turns';
import { Button } from '@/components/ui/button';
import { Problems } from '@/components/ui/problems';
import { type AgentConversation, errorText, talkToAgent } from '@/lib/queries';

/** Lets a person or the built-in user talk to an agent that has no tests yet, and writes its first suite from that. */
export function TryAgentView({ wanted }: { wanted: RequestedAgent }) {
  const [talk, setTalk] = useState<AgentConversation>();
  const step = useMutation({
    mutationFn: talkToAgent,
    onSuccess: (answer, request) => {
      if (!answer.ok) return;
      // An answer that arrives after "Start over" belongs to no conversation any more.
      setTalk((current) => ('agent' in request || current?.talk === request.talk ? answer : current));
    },
  });
  const { mutate, isPending } = step;
  const problems = step.data?.ok === false ? step.data.problems : errorText(step.error);
  const isOpen = talk !== undefined && talk.suite === undefined && problems.length === 0;
  const awaitsEvent = isOpen && talk.goal !== undefined && talk.question === undefined && !isPending;
  const talkId = talk?.talk;
  useEffect(() => {
    if (awaitsEvent && talkId !== undefined) mutate({ talk: talkId, next: true });
  }, [awaitsEvent, talkId, mutate]);
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
          <AgentForm wanted={wanted} pending={isPending} onFind={mutate} />
        ) : (
          <>
            <p className="text-ink-soft text-sm">{talk.said}.</p>
            {talk.goal !== undefined && <p className="break-words text-sm">Goal of the user: {talk.goal}</p>}
            <ConversationTurnList
              turns={talk.turns}
              pending={findPendingMessage(talk, isPending ? step.variables : undefined)}
            />
          </>
        )}
        <Problems problems={problems} title={talk === undefined ? 'No agent was found.' : 'The conversation ended.'} />
        {isOpen && talk.goal === undefined && (
          <MessageForm
            turn={talk.turns.length + 1}
            pending={isPending}
            onSay={(say) => mutate({ talk: talk.talk, say })}
            onWrite={() => mutate({ talk: talk.talk, write: true })}
          />
        )}
        {isOpen && talk.question !== undefined && !isPending && (
          <QuestionToPerson
            question={talk.question}
            onFact={(fact) => mutate({ talk: talk.talk, fact })}
            onRepeat={(repeat) => mutate({ talk: talk.talk, repeat })}
          />
        )}
        {talk?.suite !== undefined && <ProposedSuite {...talk.suite} />}
      </div>
    </main>
  );
}

/** The message that waits for its answer: the person's own, or that of the built-in user. */
function findPendingMessage(talk: AgentConversation, request: Parameters<typeof talkToAgent>[0] | undefined) {
  if (request !== undefined && 'say' in request) return { input: request.say };
  return talk.sent;
}
