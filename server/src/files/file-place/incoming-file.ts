/** A file on its way in; `source` throws when the sender breaks off. */
interface IncomingFile {
  name: string;
  source: AsyncIterable<Uint8Array>;
}

export interface IncomingUpload {
  incoming: () => Promise<IncomingFile>;
  /** How long the file will be, where the sender has said so. */
  announced?: number | undefined;
}
