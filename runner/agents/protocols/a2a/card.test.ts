import { describe, expect, it } from 'vitest';
import type { Json } from '../../../values/index.ts';
import { listAgentCardUrls, parseAgentCard } from './card.ts';

const address = new URL('http://127.0.0.1:4000/shop/.well-known/agent-card.json');
const offer = { url: 'http://127.0.0.1:4000/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };

describe('the card of an A2A agent', () => {
  it('says where it is asked, in which version, and whether it streams', () => {
    const card = { name: 'Shop', capabilities: { streaming: true }, supportedInterfaces: [{ ...offer, tenant: 't1' }] };
    expect(parseAgentCard(card, address)).toEqual({
      url: new URL(offer.url),
      version: '1.0',
      isStreaming: true,
      tenant: 't1',
    });
  });

  it('is read for the newest version of JSON-RPC', () => {
    const supportedInterfaces = [
      { ...offer, protocolBinding: 'GRPC' },
      { ...offer, url: '/old', protocolVersion: '0.3' },
      { ...offer, url: '/new', protocolVersion: '1.0.1' },
    ];
    expect(parseAgentCard({ name: 'Shop', supportedInterfaces }, address)).toMatchObject({
      url: new URL('http://127.0.0.1:4000/new'),
      version: '1.0',
      isStreaming: false,
    });
    const [grpc = offer, old = offer] = supportedInterfaces;
    expect(parseAgentCard({ name: 'Shop', supportedInterfaces: [grpc, old] }, address).version).toBe('0.3');
  });

  it('of 0.3 has one address of its own, and others beside it', () => {
    const card = { name: 'Shop', protocolVersion: '0.3.0', url: 'http://127.0.0.1:4000/a2a' };
    expect(parseAgentCard({ ...card, capabilities: { streaming: true } }, address)).toMatchObject({
      version: '0.3',
      isStreaming: true,
    });
    const others = {
      preferredTransport: 'GRPC',
      additionalInterfaces: [{ url: 'http://127.0.0.1:4000/rpc', transport: 'JSONRPC' }],
    };
    expect(parseAgentCard({ ...card, ...others }, address).url.pathname).toBe('/rpc');
  });

  it.each<[string, Json, RegExp]>([
    ['has no interface', { name: 'Shop' }, /its agent card is wrong: "supportedInterfaces" is missing/],
    [
      'has an interface without an address',
      { name: 'Shop', supportedInterfaces: [{ protocolBinding: 'JSONRPC' }] },
      /"supportedInterfaces\[0\]\.url" is missing/,
    ],
    ['has no name', { url: 'http://x' }, /its agent card is wrong: "name" is missing/],
    [
      'speaks other protocols alone',
      { name: 'Shop', supportedInterfaces: [{ ...offer, protocolBinding: 'GRPC' }] },
      /offers GRPC 1\.0; JSONRPC 1\.0 or 0\.3 is needed/,
    ],
    [
      'speaks a version to come',
      { name: 'Shop', supportedInterfaces: [{ ...offer, protocolVersion: '2.0' }] },
      /offers JSONRPC 2\.0; JSONRPC 1\.0 or/,
    ],
    [
      'names no http address',
      { name: 'Shop', supportedInterfaces: [{ ...offer, url: 'ftp://x' }] },
      /names "ftp:\/\/x", which is not an http address/,
    ],
    ['is no object', [], /its agent card is wrong: the value must be object/],
  ])('is wrong when it %s', (_what, card, message) => {
    expect(() => parseAgentCard(card, address)).toThrow(message);
  });

  it('is looked for under the address and at the root of its server', () => {
    const paths = (url: string) => listAgentCardUrls(new URL(url)).map(({ pathname }) => pathname);
    expect(paths('http://x')).toEqual(['/.well-known/agent-card.json', '/.well-known/agent.json']);
    expect(paths('http://x/a/')).toEqual([
      '/a/.well-known/agent-card.json',
      '/.well-known/agent-card.json',
      '/.well-known/agent.json',
    ]);
    expect(paths('http://x/my-card.json')).toEqual(['/my-card.json']);
  });
});
