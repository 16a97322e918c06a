import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

/**
 * Browsers open connections ahead and may never use them. Node counts those as busy, and closing would wait a minute
 * for the first request: longer than a process that is told to stop is given.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) {
      if (socket.bytesRead === 0) {
        socket.destroy();
      }
    }
  });
}
