/**
 * Whether a PDF can run a script. Browsers draw a PDF in a viewer of their own that reaches neither this page nor the
 * network, but Chromium's runs the script inside of it, which may open dialogs that look like ours, and it does not
 * work in a sandboxed frame. So a document with a script is not shown at all. A script needs the name of its kind
 * somewhere: in plain sight, or in an object stream, which is unpacked here. What cannot be unpacked counts as a script.
 */
const UNPACKED_BYTES = 64 * 1_048_576;
const HEAD_BYTES = 1024;
/** Behind a name: white space, a delimiter, or nothing. */
const NAME_END = String.raw`(?![^\0\t\n\f\r ()<>[\]{}/%])`;
const SCRIPT = new RegExp(String.raw`/(?:JavaScript|XFA)${NAME_END}`);
const PACKED = new RegExp(`/ObjStm${NAME_END}`, 'g');
const ENCRYPTED = new RegExp(`/Encrypt${NAME_END}`);
/** One step of packing that the browser can undo. */
const DEFLATED = new RegExp(String.raw`/Filter\s*(?:/FlateDecode|\[\s*/FlateDecode\s*\])${NAME_END}`);
/** What changes the content once more, or takes it from elsewhere. */
const OTHERWISE = new RegExp(`/(?:DecodeParms|DP|F|FFilter)${NAME_END}`);

export function isPdf(bytes: Uint8Array): boolean {
  return textOf(bytes.subarray(0, HEAD_BYTES)).includes('%PDF-');
}

export async function mayRunScript(bytes: Uint8Array): Promise<boolean> {
  const text = textOf(bytes);
  const names = plainNames(text);
  if (SCRIPT.test(names)) {
    return true;
  }
  const packed = names.match(PACKED)?.length ?? 0;
  if (packed === 0) {
    return false;
  }
  if (ENCRYPTED.test(names)) {
    return true;
  }
  let unpacked = 0;
  let room = UNPACKED_BYTES;
  for (const { index } of text.matchAll(/(?<!end)stream[^\r\n]{0,80}(?:\r\n?|\n)/g)) {
    const head = plainNames(text.slice(text.lastIndexOf('obj', index) + 3, index));
    const named = head.match(PACKED)?.length ?? 0;
    if (named > 0) {
      const content = await objectsIn({ bytes, text, head, at: index, room });
      if (content === undefined || SCRIPT.test(content) || content.match(PACKED)) {
        return true;
      }
      room -= content.length;
      unpacked += named;
    }
  }
  // One that was named and not found stands where only another reader would look.
  return unpacked !== packed;
}

interface ObjectStream {
  bytes: Uint8Array;
  text: string;
  /** What is said about it. */
  head: string;
  at: number;
  room: number;
}

/** The objects of a stream; undefined when nobody can tell what they are. */
async function objectsIn({ bytes, text, head, at, room }: ObjectStream): Promise<string | undefined> {
  if (OTHERWISE.test(head)) {
    return undefined;
  }
  const filters = head.match(/\/Filter/g)?.length ?? 0;
  if (filters === 0) {
    return ''; // Plain, and looked at with the rest.
  }
  if (filters > 1 || !DEFLATED.test(head)) {
    return undefined;
  }
  const line = /[\r\n]/.exec(text.slice(at, at + 100))?.index ?? 0;
  const start = at + line + (text.startsWith('\r\n', at + line) ? 2 : 1);
  const end = text.indexOf('endstream', start);
  // The line end before the keyword may be there or not, and may be of one or two bytes.
  for (const tail of [1, 2, 0]) {
    const content = end < start ? undefined : await inflate(bytes.subarray(start, end - tail), room);
    if (content !== undefined) {
      return plainNames(content);
    }
  }
  return undefined;
}

async function inflate(bytes: Uint8Array, room: number): Promise<string | undefined> {
  const { readable, writable } = new DecompressionStream('deflate');
  const writer = writable.getWriter();
  // Whether it worked is heard from the reader.
  writer.write(Uint8Array.from(bytes)).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = readable.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return text;
      }
      text += textOf(value);
      if (text.length > room) {
        await reader.cancel();
        return undefined;
      }
    }
  } catch {
    return undefined; // No whole stream of this kind.
  }
}

/** Byte by byte. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Any letter of a name may be written as a number. */
function plainNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
