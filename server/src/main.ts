// The server. Its parts are loaded after it hears signals: the first process of a container would not heed them otherwise.
import './stop-signal.ts';

const { start } = await import('./server.ts');
await start();
