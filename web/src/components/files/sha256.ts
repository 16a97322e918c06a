/** SHA-256 as hex. Browsers offer it on secure pages only; over plain HTTP it is computed here, since without it nobody could tell that a file was changed underneath. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const sum = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', Uint8Array.from(bytes)))
    : computeSha256(bytes);
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const PRIMES = firstPrimes(64);
/** The first 32 bits behind the point of the roots of the first primes, as the standard has them. */
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64;

export function computeSha256(bytes: Uint8Array): Uint8Array {
  // A one, zeros, and the length in bits, up to a whole number of blocks.
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = Int32Array.from(START);
  const words = new Int32Array(BLOCK);
  for (let at = 0; at < padded.length; at += BLOCK) {
    mixBlock(state, words, view, at);
  }
  const sum = new Uint8Array(32);
  state.forEach((word, index) => new DataView(sum.buffer).setInt32(index * 4, word));
  return sum;
}

function mixBlock(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  const word = (index: number) => words[index] ?? 0;
  for (let index = 0; index < BLOCK; index++) {
    if (index < 16) {
      words[index] = view.getInt32(at + index * 4);
    } else {
      const [far, near] = [word(index - 15), word(index - 2)];
      const early = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const late = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      words[index] = (word(index - 16) + early + word(index - 7) + late) | 0;
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < BLOCK; index++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (CONSTANTS[index] ?? 0) + word(index)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = ((state[index] ?? 0) + value) | 0;
  });
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fraction(value: number): number {
  return ((value % 1) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) {
      primes.push(candidate);
    }
  }
  return primes;
}
