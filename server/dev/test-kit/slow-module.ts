/** Loading this module takes longer than the time limit of a task in its test, in ms. */
const loading_ms = 700

const began = performance.now()
while (performance.now() - began < loading_ms);

export function answer(): number {
  return 42
}
