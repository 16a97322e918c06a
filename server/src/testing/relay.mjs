// From a path of the file system to a port of the network that this runs in: relay.mjs PATH HOST PORT
import net from 'node:net';

const [path, host, port] = process.argv.slice(2);
net
  .createServer((near) => {
    const far = net.connect(Number(port), host);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  })
  .listen(path);
