/** Without those that look alike when somebody reads them aloud or copies them by hand. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;

/** A random password at least as long as the installation asks for. */
export function generatePassword(minLength: number): string {
  const bytes = new Uint8Array(1);
  const limit = 256 - (256 % CHARACTERS.length);
  let password = '';
  while (password.length < Math.max(LENGTH, minLength)) {
    const [byte = 0] = crypto.getRandomValues(bytes);
    // Bytes beyond the last whole round would favour the first characters.
    password += byte < limit ? CHARACTERS.charAt(byte % CHARACTERS.length) : '';
  }
  return password;
}
