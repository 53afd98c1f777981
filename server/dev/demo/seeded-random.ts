/**
 * Generates repeatable pseudo-random values from a seed (mulberry32), so that the demo company is the same on every
 * machine.
 */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns an integer from `least` to `most`, both included. */
  whole(least: number, max: number): number {
    return least + Math.floor(this.next() * (max - least + 1))
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from.')
    return item
  }

  text(alphabet: string, length: number): string {
    let text = ''
    for (let index = 0; index < length; index += 1) text += alphabet[this.whole(0, alphabet.length - 1)]
    return text
  }
}
