// What plain Node takes to receive a file: an HTTP server that pipes the body into a file. Prints its port.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

const [, , file] = process.argv;
const server = createServer((request, response) => {
  pipeline(request, createWriteStream(file)).then(
    () => response.end('{"code":1,'),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
