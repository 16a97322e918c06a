import { WebSocket } from 'ws';

/**
 * The other end of a desktop's socket, written for the wire of the product family and for nothing else: elements are
 * counted in characters, every frame holds whole instructions, each sync is answered. Nothing of ours is used to speak it.
 */
export class FamilyDesktop {
  readonly heard: string[][] = [];
  readonly socket: WebSocket;
  isClosed = false;
  closeCode = 0;
  closeReason = '';
  /** Whether it answers what it has seen, as a page does that is drawn. */
  isAnswering = true;

  constructor(url: string, path: string, query: Record<string, string>) {
    const address = `${url.replace('http', 'ws')}${path}?${new URLSearchParams(query).toString()}`;
    this.socket = new WebSocket(address, ['guacamole'], { headers: { origin: url } });
    this.socket.on('error', () => undefined);
    this.socket.on('close', (code, reason) => {
      this.isClosed = true;
      this.closeCode = code;
      this.closeReason = reason.toString();
    });
    this.socket.on('message', (message: Buffer) => {
      for (const instruction of instructionsOf(message.toString())) {
        this.heard.push(instruction);
        if (instruction[0] === 'sync' && this.isAnswering) {
          this.send('sync', instruction[1] ?? '');
        }
      }
    });
  }

  send(...elements: (string | number)[]): void {
    const parts = elements.map((element) => `${[...String(element)].length}.${element}`);
    this.socket.send(`${parts.join(',')};`);
  }

  count(opcode: string): number {
    return this.heard.filter(([one]) => one === opcode).length;
  }

  get hasPicture(): boolean {
    return this.count('blob') > 0 && this.count('sync') > 0;
  }

  /** The code and the words of the error with which it was sent away. */
  get error(): [number, string] | undefined {
    const found = this.heard.find(([opcode]) => opcode === 'error');
    return found && [Number(found[2]), Buffer.from(found[1] ?? '', 'base64').toString()];
  }

  /** Leaves as a page does that is closed. */
  leave(): void {
    this.send('disconnect');
    this.socket.close();
  }
}

/** Throws when there is anything in it but whole instructions. */
export function instructionsOf(text: string): string[][] {
  const characters = [...text];
  const found: string[][] = [];
  let elements: string[] = [];
  for (let at = 0; at < characters.length;) {
    let length = '';
    while (/\d/.test(characters[at] ?? '')) {
      length += characters[at++];
    }
    const end = at + 1 + Number(length);
    const terminator = characters[end];
    if (length === '' || characters[at] !== '.' || (terminator !== ',' && terminator !== ';')) {
      throw new Error(`no instruction at ${at}: ${characters.slice(at, at + 40).join('')}`);
    }
    elements.push(characters.slice(at + 1, end).join(''));
    if (terminator === ';') {
      found.push(elements);
      elements = [];
    }
    at = end + 1;
  }
  if (elements.length > 0) {
    throw new Error('the last instruction has no end');
  }
  return found;
}
