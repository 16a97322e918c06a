import { brotliDecompress, type ZlibOptions } from 'node:zlib';

/** `info` is an option that Node documents and its types lack for this. */
interface Unpacked {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

/** What was packed, if that is all there is: what stands behind it is no part of it, and nobody would see it. */
export function unpackWhole(bytes: Uint8Array, maxOutputLength: number): Promise<Buffer> {
  const options: ZlibOptions & { info: true } = { maxOutputLength, info: true };
  return new Promise((resolve, reject) => {
    brotliDecompress(bytes, options, (error, result) => {
      const unpacked = result as unknown as Unpacked | undefined;
      if (!error && unpacked?.engine.bytesWritten === bytes.length) {
        resolve(unpacked.buffer);
      } else {
        reject(error ?? new Error('there is more behind what was packed'));
      }
    });
  });
}
