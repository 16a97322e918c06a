import net, { type AddressInfo } from 'node:net';

/** A host that greets with the given text and then echoes; without one it says nothing first, and a silent one never. */
export async function startTcpHost(
  greeting?: string,
  { isSilent = false } = {},
): Promise<{ port: number; sockets: Set<net.Socket>; close(): Promise<void> }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    if (greeting !== undefined) {
      socket.write(greeting);
    }
    if (isSilent) {
      socket.resume();
    } else {
      socket.pipe(socket);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const host = await startTcpHost();
  await host.close();
  return host.port;
}
