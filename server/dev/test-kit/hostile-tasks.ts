/** Never returns: loops for ever. */
export function loopForever(): never {
  for (;;);
}

/** Never returns: blocks the thread for ever. */
export function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** Never returns: allocates more and more memory. */
export function exhaustMemory(): never {
  const taken: object[] = []
  for (;;) taken.push({ more: taken.length })
}

export function double(number: number): number {
  return 2 * number
}
