import { AgentError } from '../../../ports/index.ts';
import { formatDisplayAddress } from '../../http/send-request.ts';
import type { Connection } from '../connection.ts';
import { type A2AInterface, listAgentCardUrls, parseAgentCard } from './card.ts';

/**
 * Finds the card of an agent at its possible URLs.
 * @throws an `AgentError` with the URLs that were tried, or with the problem of the card
 */
export async function findAgentCard(connection: Connection, signal: AbortSignal): Promise<A2AInterface> {
  const triedAddresses: string[] = [];
  for (const address of listAgentCardUrls(connection.url)) {
    const answer = await connection.send({ url: address, headers: { 'a2a-version': '1.0' } }, signal);
    const { response } = answer;
    if (response.ok) {
      const at = parseAgentCard(await answer.json(), address);
      requireSameOrigin(at, address, connection);
      return at;
    }
    await response.body?.cancel();
    triedAddresses.push(`${formatDisplayAddress(address)} (${response.status})`);
  }
  throw new AgentError(
    `has no agent card, which every A2A agent has: looked at ${triedAddresses.join(', ')}`,
    'configuration',
  );
}

/**
 * Checks the address in the card, because the keys in the config would otherwise be sent to any server that the card
 * names.
 */
function requireSameOrigin({ url }: A2AInterface, address: URL, { hasHeaders }: Connection): void {
  if (url.origin === address.origin || !hasHeaders) return;
  throw new AgentError(
    `its agent card sends requests to ${url.origin}, but the headers of the entry are meant for ${address.origin}; ` +
      `if the headers are also meant for the other server, write ${url.origin} into the url`,
    'configuration',
  );
}
