/** What was brought from another product, so that nothing of it is brought twice. */
export interface ImportedThingTable {
  kind: string;
  /** As it is called there; never a token, even where that is the id of a row. */
  old_id: string;
  new_id: string;
  at: number;
}
