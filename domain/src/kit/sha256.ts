const round_constants = constants(64, 3)
const first_state = constants(8, 2)

/** Returns the first 32 bits of the fractional parts of the square (2) or cube (3) roots of the first primes. */
function constants(many: number, root: 2 | 3): Uint32Array {
  const found: number[] = []
  for (let n = 2; found.length < many; n += 1) {
    let isPrime = true
    for (let factor = 2; factor * factor <= n; factor += 1) if (n % factor === 0) isPrime = false
    if (!isPrime) continue
    const value = root === 2 ? Math.sqrt(n) : Math.cbrt(n)
    found.push(Math.floor((value - Math.floor(value)) * 2 ** 32))
  }
  return Uint32Array.from(found)
}

/**
 * Returns the SHA-256 of an ASCII text or of bytes, in hex. For the browser, whose built-in function needs a secure
 * context and is asynchronous; the server has a faster one.
 */
export function sha256(content: string | Uint8Array): string {
  const { length } = content
  const byteAt =
    typeof content === 'string' ? (at: number) => content.charCodeAt(at) : (at: number) => content[at] ?? 0
  const words = new Uint32Array(((length + 8) >> 6) * 16 + 16)
  for (let at = 0; at < length; at += 1)
    words[at >> 2] = (words[at >> 2] ?? 0) | (byteAt(at) << (24 - (at % 4) * 8))
  words[length >> 2] = (words[length >> 2] ?? 0) | (0x80 << (24 - (length % 4) * 8))
  words[words.length - 1] = length * 8
  const state = first_state.slice()
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16))
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

const schedule = new Uint32Array(64)

/** Mixes one block of 16 words into the state (FIPS 180-4, 6.2.2). */
function mix(state: Uint32Array, block: Uint32Array): void {
  const w = schedule
  w.set(block)
  for (let t = 16; t < 64; t += 1) {
    const near = w[t - 2] as number
    const far = w[t - 15] as number
    const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    w[t] = s1 + (w[t - 7] as number) + s0 + (w[t - 16] as number)
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t += 1) {
    const one =
      (h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (round_constants[t] as number) +
        (w[t] as number)) |
      0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at += 1) state[at] = (state[at] as number) + (added[at] as number)
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
