import { isJsonObject, tryParseJson } from '../../values/index.ts';
import type { Prober, ServerReply } from './prober.ts';

/**
 * Returns why a server is not an agent that can be called over HTTP, as far as its responses show; `undefined` if
 * nothing shows this.
 */
export async function describeUnsupportedServer(url: string, prober: Prober): Promise<string | undefined> {
  const path = URL.parse(url)?.pathname ?? '';
  const replies = prober.replies();
  if (replies.some(requiresWebSocket)) {
    return 'It is a WebSocket and requires an upgraded connection. Name an HTTP address of the same agent, or write a module or a program that speaks to it (docs/reference/agents-and-models.md).';
  }
  const mayBeMcp = /mcp|\/sse\/?$/i.test(path) || replies.some(mentionsMcp);
  if (mayBeMcp && (await speaksMcp(url, prober))) {
    return 'It is an MCP server: it offers tools for an agent, but is not an agent. Test the agent that uses it; its tools can be called by an agent of type "openai" with "mcp_servers" (docs/reference/agents-and-models.md).';
  }
  if (replies.some(({ type }) => /grpc/i.test(type)))
    return 'It speaks gRPC, which is not supported. Write a module or a program that speaks it.';
  if (replies.some(speaksGraphQL)) {
    return 'It speaks GraphQL: write its query into the body of an entry of type "http": {"query": "…", "variables": {"message": "{{input}}"}}, and the path of the text into "output", such as "data.ask.text".';
  }
  return undefined;
}

/** Like `describeUnsupportedServer`, but uses only the scheme of the URL. */
export function describeUnsupportedScheme(target: string): string | undefined {
  if (/^wss?:\/\//i.test(target)) {
    return `${target} is a WebSocket, and agents are asked over HTTP: name an HTTP address of the same agent, or write a module or a program that speaks to it`;
  }
  if (/^grpcs?:\/\//i.test(target))
    return `${target} speaks gRPC, and agents are asked over HTTP: write a module or a program that speaks to it`;
  return undefined;
}

function requiresWebSocket({ status, headers, text }: ServerReply): boolean {
  return (
    status === 426 || /websocket/i.test(headers.get('upgrade') ?? '') || (status >= 400 && /websocket/i.test(text))
  );
}

function mentionsMcp({ headers, text, status }: ServerReply): boolean {
  return (
    headers.has('mcp-session-id') ||
    /mcp-session-id|\bmcp\b/i.test(text) ||
    (status === 406 && /event-stream/i.test(text)) ||
    /"jsonrpc"/.test(text)
  );
}

function speaksGraphQL({ text }: ServerReply): boolean {
  const document = tryParseJson(text);
  const errors = isJsonObject(document) && Array.isArray(document.errors) ? document.errors : [];
  return errors.some(
    (error) =>
      isJsonObject(error) && /query string|GraphQL|Syntax Error|Cannot query field/i.test(String(error.message)),
  );
}

const mcpInitializeRequest = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'turntree', version: '1' } },
};

async function speaksMcp(url: string, prober: Prober): Promise<boolean> {
  const headers = { accept: 'application/json, text/event-stream' };
  const reply = await prober.send({ url, body: mcpInitializeRequest, headers });
  if (reply.ok && /"serverInfo"/.test(reply.text) && /"protocolVersion"/.test(reply.text)) return true;
  // The older HTTP transport of MCP starts an endless stream with an event that contains the URL for messages.
  const stream = await prober.send({ url, headers: { accept: 'text/event-stream' }, until: /^event: ?endpoint\s/m });
  return /^event: ?endpoint\s/m.test(stream.text);
}
