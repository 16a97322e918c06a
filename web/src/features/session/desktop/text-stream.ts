import Guacamole, { type InputStream, type OutputStream } from 'guacamole-common-js';

/** The library's own way with text takes characters of two units apart; bytes it leaves alone. */
export function sendText(stream: OutputStream, text: string): void {
  const writer = new Guacamole.ArrayBufferWriter(stream);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > 0) {
    writer.sendData(bytes.buffer);
  }
  writer.sendEnd();
}

/** Hears the text when all of it is there. */
export function readText(stream: InputStream, onText: (text: string) => void): void {
  const reader = new Guacamole.ArrayBufferReader(stream);
  const decoder = new TextDecoder();
  let text = '';
  reader.ondata = (bytes) => {
    text += decoder.decode(bytes, { stream: true });
  };
  reader.onend = () => onText(text + decoder.decode());
}
