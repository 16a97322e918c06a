/** The other servers of the installation, as the handler of a call sees them. */
export interface OtherServers {
  /** The call comes from one of them, which puts together what each has: only what this one has is wanted. */
  isAsking: boolean;
  /** Asks those with the data directories that are wanted the same call. */
  ask(isWanted: (disk: string) => boolean): Promise<ServerAnswer[]>;
}

export interface ServerAnswer {
  /** By what people know it. */
  name: string;
  /** What the endpoint answers; undefined where it did not, or nothing that is understood. */
  answer: unknown;
}
