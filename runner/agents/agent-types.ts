import type { AgentEntry, AgentEntryOf } from '../contract/index.ts';
import type { AgentType } from './agent-type.ts';
import { commandType } from './command/command-type.ts';
import { httpType } from './http/http-type.ts';
import { moduleType } from './module/module-type.ts';
import { openaiType } from './openai/openai-type.ts';
import { a2a } from './protocols/a2a/a2a-protocol.ts';
import { acpType } from './protocols/acp/acp-type.ts';
import { agUi } from './protocols/ag-ui/ag-ui-protocol.ts';
import { aiSdkUi } from './protocols/ai-sdk-ui/ai-sdk-ui-protocol.ts';
import { langGraph } from './protocols/langgraph/langgraph-protocol.ts';
import { openaiChat } from './protocols/openai-chat/openai-chat-protocol.ts';
import { openaiResponses } from './protocols/openai-responses/openai-responses-protocol.ts';
import { createProtocolAgentType } from './protocols/protocol-agent.ts';
import { yaoServer } from './protocols/yao-server/yao-protocol.ts';
import { replayType } from './replay/replay-type.ts';
import { scriptedType } from './scripted-type.ts';

/** All agent types of the workspace config. To recognize a protocol, they are tried in this order. */
export const agentTypes: { readonly [Type in AgentEntry['type']]: AgentType<AgentEntryOf<Type>> } = {
  module: moduleType,
  http: httpType,
  openai: openaiType,
  command: commandType,
  scripted: scriptedType,
  replay: replayType,
  a2a: createProtocolAgentType(a2a),
  'openai-chat': createProtocolAgentType(openaiChat),
  'openai-responses': createProtocolAgentType(openaiResponses),
  'ag-ui': createProtocolAgentType(agUi),
  'ai-sdk-ui': createProtocolAgentType(aiSdkUi),
  langgraph: createProtocolAgentType(langGraph),
  yao: createProtocolAgentType(yaoServer),
  acp: acpType,
};

/**
 * Returns the type of an entry. Use the type only with this entry: TypeScript cannot check that they belong together.
 */
export function findAgentType({ type }: AgentEntry): AgentType<AgentEntry> {
  return agentTypes[type];
}
