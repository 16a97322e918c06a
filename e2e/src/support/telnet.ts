import { telnet } from '../hosts.ts';
import { Conversation } from './conversation.ts';

const IAC = 255;
const REFUSAL = new Map([
  [251, 254], // WILL → DON'T
  [253, 252], // DO → WON'T
]);

/** Logs in with a client that refuses every option (RFC 854); answers what the host says after the password. */
export async function telnetLogin(password: string, outcome: RegExp): Promise<string> {
  const host = await Conversation.open(telnet.port);
  try {
    await answer(host, /login: $/);
    host.send(`${telnet.username}\r\n`);
    await answer(host, /Password: $/);
    host.send(`${password}\r\n`);
    return await answer(host, outcome);
  } finally {
    host.close();
  }
}

/** Reads until the text matches, refusing the options offered on the way. */
async function answer(host: Conversation, pattern: RegExp): Promise<string> {
  let text = '';
  while (!pattern.test(text)) {
    const received = await host.hear((bytes) => bytes.length > 0);
    for (let i = 0; i < received.length; i++) {
      if (received[i] === IAC) {
        const refusal = REFUSAL.get(received[i + 1] ?? 0);
        if (refusal) {
          host.send(Uint8Array.of(IAC, refusal, received[i + 2] ?? 0));
        }
        i += 2;
      } else {
        text += String.fromCharCode(received[i] ?? 0);
      }
    }
  }
  return text;
}
