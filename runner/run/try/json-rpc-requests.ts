import { isJsonObject, tryParseJson } from '../../values/index.ts';
import { type AcceptedRequest, adaptRequest, type ProbeContext } from './adapt-request.ts';
import type { RequestTemplate, ServerReply } from './prober.ts';

const METHOD_NOT_FOUND_CODE = -32_601;
const commonMethodNames = [
  'chat',
  'ask',
  'message',
  'send',
  'send_message',
  'sendMessage',
  'chat.send',
  'agent.chat',
  'invoke',
  'query',
];

export function speaksJsonRpc({ text }: ServerReply): boolean {
  const document = tryParseJson(text);
  return isJsonObject(document) && document.jsonrpc === '2.0';
}

/** JSON-RPC calls that contain a message: first with the methods that the server names, then with common ones. */
export async function* tryJsonRpcRequests(probe: ProbeContext): AsyncGenerator<AcceptedRequest> {
  const { url } = probe;
  const methods = [...commonMethodNames];
  const triedMethods = new Set<string>();
  for (let method = methods.shift(); method !== undefined; method = methods.shift()) {
    if (triedMethods.has(method)) continue;
    triedMethods.add(method);
    const template: RequestTemplate = {
      url,
      body: { jsonrpc: '2.0', id: '{{turn}}', method, params: { message: '{{input}}', session_id: '{{session_id}}' } },
    };
    const reply = await probe.ask(template);
    const { code, said } = parseJsonRpcError(reply);
    methods.unshift(...parseMethodNames(said).filter((name) => !triedMethods.has(name)));
    if (code === METHOD_NOT_FOUND_CODE) continue;
    yield* adaptRequest(probe, template, reply, ['params']);
  }
}

function parseJsonRpcError({ text }: ServerReply): { code: number | undefined; said: string } {
  const document = tryParseJson(text);
  const error = isJsonObject(document) && isJsonObject(document.error) ? document.error : undefined;
  return {
    code: typeof error?.code === 'number' ? error.code : undefined,
    said: error === undefined ? '' : JSON.stringify(error),
  };
}

/** Extracts method names from messages such as `Available methods: desk.say, desk.end`. */
function parseMethodNames(message: string): string[] {
  const [, listedMethods = ''] =
    /methods?["']?\s*(?:are|is|:)+\s*\[?((?:["']?[\w./]+["']?[\s,]*)+)/i.exec(message) ?? [];
  return [...listedMethods.matchAll(/[A-Za-z_][\w./]*/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:not|found|unknown|and|or)$/i.test(name));
}
