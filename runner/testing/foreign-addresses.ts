import net from 'node:net';
import os from 'node:os';

/** Returns the addresses of this machine, other than 127.0.0.1, at which a server answers on this port. */
export async function findOtherAnsweringAddresses(port: number): Promise<string[]> {
  const ownAddresses = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const others = new Set(['::1', ...ownAddresses.map(({ address }) => address)]);
  others.delete('127.0.0.1');
  const answers = await Promise.all(
    [...others].map(async (address) => ((await canConnect(address, port)) ? [address] : [])),
  );
  return answers.flat();
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
