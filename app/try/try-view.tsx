// The question that this page answers: how does this agent behave, and which cases follow from it?
'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AgentForm, type RequestedAgent } from '@/components/try/agent-form';
import { ConversationTurnList } from '@/components/try/conversation-turn-list';
import { MessageForm } from '@/components/try/message-form';
import { ProposedSuite } from '@/components/try/proposed-suite';
import { QuestionToPerson } from '@/components/try/question-to-person';
import { Button } from '@/components/ui/button';
import { Problems } from '@/components/ui/problems';
import { type AgentConversation, errorText, talkToAgent } from '@/lib/queries';

/**
 * Lets a person or the built-in simulator talk to an agent that has no tests yet, and writes a first suite from the
 * conversation.
 */
export function TryAgentView({ initialRequest }: { initialRequest: RequestedAgent }) {
  const [conversation, setConversation] = useState<AgentConversation>();
  const step = useMutation({
    mutationFn: talkToAgent,
    onSuccess: (answer, request) => {
      if (!answer.ok) return;
      // Ignores an answer that arrives after the user pressed "Start over", because its conversation was discarded.
      setConversation((current) => ('agent' in request || current?.talk === request.talk ? answer : current));
    },
  });
  const { mutate, isPending } = step;
  const problems = step.data?.ok === false ? step.data.problems : errorText(step.error);
  const isOpen = conversation !== undefined && conversation.suite === undefined && problems.length === 0;
  const awaitsEvent = isOpen && conversation.goal !== undefined && conversation.question === undefined && !isPending;
  const talkId = conversation?.talk;
  useEffect(() => {
    if (awaitsEvent && talkId !== undefined) mutate({ talk: talkId, next: true });
  }, [awaitsEvent, talkId, mutate]);
  function startOver(): void {
    setConversation(undefined);
    step.reset();
  }
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-5 px-4 py-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto font-semibold text-xl tracking-tight">Try an agent</h1>
          {conversation !== undefined && <Button onClick={startOver}>Start over</Button>}
        </div>
        {conversation === undefined ? (
          <AgentForm initialRequest={initialRequest} pending={isPending} onFind={mutate} />
        ) : (
          <>
            <p className="text-ink-soft text-sm">{conversation.said}.</p>
            {conversation.goal !== undefined && (
              <p className="break-words text-sm">Goal of the user: {conversation.goal}</p>
            )}
            <ConversationTurnList
              turns={conversation.turns}
              pending={findPendingMessage(conversation, isPending ? step.variables : undefined)}
            />
          </>
        )}
        <Problems
          problems={problems}
          title={conversation === undefined ? 'No agent was found.' : 'The conversation ended.'}
        />
        {isOpen && conversation.goal === undefined && (
          <MessageForm
            turn={conversation.turns.length + 1}
            pending={isPending}
            onSay={(message) => mutate({ talk: conversation.talk, say: message })}
            onWrite={() => mutate({ talk: conversation.talk, write: true })}
          />
        )}
        {isOpen && conversation.question !== undefined && !isPending && (
          <QuestionToPerson
            question={conversation.question}
            onFact={(fact) => mutate({ talk: conversation.talk, fact })}
            onRepeat={(repeat) => mutate({ talk: conversation.talk, repeat })}
          />
        )}
        {conversation?.suite !== undefined && <ProposedSuite {...conversation.suite} />}
      </div>
    </main>
  );
}

/** Returns the user message that the agent has not answered yet, whether a person or the built-in simulator sent it. */
function findPendingMessage(conversation: AgentConversation, request: Parameters<typeof talkToAgent>[0] | undefined) {
  if (request !== undefined && 'say' in request) return { input: request.say };
  return conversation.sent;
}
