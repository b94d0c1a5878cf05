import * as z from 'zod';
import { AgentError } from '../../../ports/index.ts';
import { formatSchemaProblems, type Json } from '../../../values/index.ts';

export type A2AVersion = '1.0' | '0.3';

/** What the runner needs to know from an agent card. */
export type A2AInterface = { url: URL; version: A2AVersion; isStreaming: boolean; tenant?: string | undefined };

const streamingCapabilitySchema = z.object({ streaming: z.boolean().nullish() }).nullish();
const cardSchema = z.object({
  name: z.string(),
  capabilities: streamingCapabilitySchema,
  supportedInterfaces: z
    .array(
      z.object({
        url: z.string(),
        protocolBinding: z.string(),
        protocolVersion: z.string().nullish(),
        tenant: z.string().nullish(),
      }),
    )
    .min(1, 'offers no interface'),
});
/** Up to version 0.3, a card has one main URL and optional additional interfaces. */
const legacyCardSchema = z.object({
  name: z.string(),
  capabilities: streamingCapabilitySchema,
  protocolVersion: z.string().nullish(),
  url: z.string(),
  preferredTransport: z.string().nullish(),
  additionalInterfaces: z.array(z.object({ url: z.string(), transport: z.string() })).nullish(),
});

type OfferedInterface = { url: string; binding: string; version: string; tenant?: string | null | undefined };

/**
 * Returns the interface to use: JSON-RPC in the newest version that the agent supports.
 * @throws an `AgentError` that says what is wrong with the card
 */
export function parseAgentCard(card: Json, address: URL): A2AInterface {
  const { offers, isStreaming } = parseOfferedInterfaces(card);
  const jsonRpcInterfaces = offers.filter(({ binding }) => binding.toUpperCase() === 'JSONRPC');
  const offer =
    jsonRpcInterfaces.find(({ version }) => version.startsWith('1.')) ??
    jsonRpcInterfaces.find(({ version }) => version.startsWith('0.'));
  if (offer === undefined) {
    const offeredText = offers.map(({ binding, version }) => `${binding} ${version}`).join(', ');
    throw new AgentError(`its agent card offers ${offeredText}; JSONRPC 1.0 or 0.3 is needed`, 'configuration');
  }
  const url = URL.parse(offer.url, address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AgentError(
      `its agent card names ${JSON.stringify(offer.url)}, which is not an http address`,
      'configuration',
    );
  }
  const version = offer.version.startsWith('1.') ? '1.0' : '0.3';
  return { url, version, isStreaming, ...(offer.tenant ? { tenant: offer.tenant } : {}) };
}

function parseOfferedInterfaces(card: Json): { offers: OfferedInterface[]; isStreaming: boolean } {
  const parsed = cardSchema.safeParse(card);
  if (parsed.success) {
    const { supportedInterfaces, capabilities } = parsed.data;
    const offers = supportedInterfaces.map(({ protocolBinding: binding, protocolVersion, ...rest }) => ({
      ...rest,
      binding,
      version: protocolVersion ?? '1.0',
    }));
    return { offers, isStreaming: capabilities?.streaming === true };
  }
  const oldCard = legacyCardSchema.safeParse(card);
  if (oldCard.success) return listInterfacesOfLegacyCard(oldCard.data);
  const isOldCard = typeof Object(card).url === 'string';
  throw new AgentError(
    `its agent card is wrong: ${formatSchemaProblems(isOldCard ? oldCard.error : parsed.error)}`,
    'configuration',
  );
}

function listInterfacesOfLegacyCard({
  url,
  preferredTransport,
  additionalInterfaces,
  ...card
}: z.infer<typeof legacyCardSchema>) {
  const version = card.protocolVersion ?? '0.3';
  const mainInterface = { url, binding: preferredTransport ?? 'JSONRPC', version };
  const otherInterfaces = (additionalInterfaces ?? []).map(({ transport, ...rest }) => ({
    ...rest,
    binding: transport,
    version,
  }));
  return { offers: [mainInterface, ...otherInterfaces], isStreaming: card.capabilities?.streaming === true };
}

const LEGACY_CARD_PATH = '/.well-known/agent.json';
const CARD_PATH = '/.well-known/agent-card.json';

/**
 * Returns the URLs at which the card of an agent may be: the given address, a path below it, or the root of its server.
 */
export function listAgentCardUrls(url: URL): URL[] {
  if (url.pathname.endsWith('.json')) return [url];
  const parentKey = `${url.pathname.replace(/\/$/, '')}${CARD_PATH}`;
  return [...new Set([parentKey, CARD_PATH, LEGACY_CARD_PATH])].map((path) => new URL(path, url));
}
