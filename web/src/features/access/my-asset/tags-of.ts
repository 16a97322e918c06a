/** The wire has tags as one text. */
export function tagsOf(tags: string): string[] {
  return tags === '' ? [] : tags.split(',');
}
