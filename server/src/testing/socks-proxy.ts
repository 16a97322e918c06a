import net, { type AddressInfo } from 'node:net';

/** A small SOCKS5 proxy on loopback, for tests. */
interface SocksTestProxy {
  port: number;
  asked: string[];
  sockets: Set<net.Socket>;
  close(): Promise<void>;
}

export async function startSocksProxy(
  options: { login?: { username: string; password: string }; reply?: number; silent?: boolean } = {},
): Promise<SocksTestProxy> {
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    if (options.silent) {
      socket.resume();
      return;
    }
    let step: 'greeting' | 'login' | 'request' = 'greeting';
    socket.on('data', function onData(data: Buffer) {
      if (step === 'greeting') {
        const offered = [...data.subarray(2)];
        const method = options.login ? 2 : 0;
        socket.write(Buffer.from([5, offered.includes(method) ? method : 0xff]));
        step = options.login ? 'login' : 'request';
      } else if (step === 'login') {
        const nameLength = data[1] ?? 0;
        const username = data.toString('utf8', 2, 2 + nameLength);
        const password = data.toString('utf8', 3 + nameLength);
        const isGood = username === options.login?.username && password === options.login.password;
        socket.write(Buffer.from([1, isGood ? 0 : 1]));
        step = 'request';
      } else {
        socket.off('data', onData);
        connect(socket, data);
      }
    });
  });
  const connect = (socket: net.Socket, request: Buffer) => {
    const isName = request[3] === 3;
    const nameLength = isName ? (request[4] ?? 0) : 0;
    const host = isName
      ? request.toString('utf8', 5, 5 + nameLength)
      : request[3] === 4
        ? '::1'
        : [...request.subarray(4, 8)].join('.');
    const port = request.readUInt16BE(request.length - 2);
    asked.push(`${host}:${port}`);
    const answer = (reply: number) => Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);
    if (options.reply !== undefined) {
      socket.end(answer(options.reply));
      return;
    }
    const onward = net.connect(port, host);
    onward.on('error', () => socket.end(answer(5)));
    socket.once('close', () => onward.destroy());
    onward.once('connect', () => {
      // The target's first words go out in the same packet as the answer, which is the hard case.
      onward.once('data', (first: Buffer) => {
        socket.write(Buffer.concat([answer(0), first]));
        onward.pipe(socket).pipe(onward);
      });
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    sockets,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
