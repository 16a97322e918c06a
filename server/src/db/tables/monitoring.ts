/** What a server did in a minute or an hour, on average. */
export interface MonitoredTable {
  server: string;
  /** How long, in seconds. */
  span: 60 | 3600;
  /** When it began. */
  at: number;
  /** JSON: a list in the order of the contract's names; null where nothing was measured. */
  figures: string;
}
