import type { Page } from 'playwright-core';

/** What a hostile file tries: to be heard of by the page, by a dialog, and by the server. */
export const ATTACK = "top.ran = 1; document.title = 'ran'; fetch('/ran'); alert('ran')";

/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A document of one page, which does something when it is opened. */
export function pdfThat(opened: string): Buffer {
  const page = 'BT /F 24 Tf 20 100 Td (Jadegate) Tj ET';
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${opened} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F ${font} >> >> >>`,
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  );
}

/** A second of silence. */
export function silence(): Buffer {
  const samples = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samples, 24);
  head.writeUInt32LE(samples, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 0x80)]);
}

/** A short film, taken by the browser itself. */
export async function film(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const brush = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const pieces: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    const isOver = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    let drawn = 0;
    await new Promise<void>((resolve) => {
      const draw = () => {
        brush?.fillRect(drawn, 0, 1, 48);
        drawn += 1;
        if (drawn < 40) {
          requestAnimationFrame(draw);
        } else {
          resolve();
        }
      };
      draw();
    });
    recorder.stop();
    await isOver;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}
