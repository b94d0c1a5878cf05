import { isJsonObject } from '../values/index.ts';
import type { ProtocolFeatures, ProtocolNames } from './agent-type.ts';
import { agentTypes } from './agent-types.ts';

/**
 * Protocols that Turntree does not support. They are recognized for error messages, because people connect such servers
 * by mistake.
 */
const unsupportedProtocolFeatures: readonly (readonly [protocol: string, signs: ProtocolFeatures])[] = [
  ["Anthropic's messages", { isFirst: (type) => /^message(_start)?$/.test(type) }],
  ['the data stream of AI SDK 4', { isFirst: () => false, header: 'x-vercel-ai-data-stream' }],
];

const featuresByProtocol = [
  ...Object.entries(agentTypes).flatMap(([type, { signs }]) => (signs === undefined ? [] : [[type, signs] as const])),
  ...unsupportedProtocolFeatures,
];

export const protocolNames: ProtocolNames = {
  byDocument(document) {
    if (!isJsonObject(document)) return undefined;
    const type = typeof document.type === 'string' ? document.type : '';
    return findProtocolNameByFeatures((signs) => signs.isFirst(type, document));
  },
  byComplaint: (complaint) => findProtocolNameByFeatures((signs) => signs.complaint?.test(complaint)),
  byHeaders: (headers) => findProtocolNameByFeatures(({ header }) => header !== undefined && headers.has(header)),
};

function findProtocolNameByFeatures(hasSign: (signs: ProtocolFeatures) => boolean | undefined): string | undefined {
  return featuresByProtocol.find(([, signs]) => hasSign(signs))?.[0];
}
