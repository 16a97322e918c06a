/** Two spellings of one account: names differ by more than case. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase();
}
