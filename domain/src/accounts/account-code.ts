/**
 * Builds an account code from the company's `pattern`: `A` becomes the next letter of `name` (`X` when none is left),
 * `9` the next digit of `number` (`0` when none is left). Other characters stay.
 */
export function accountCode(pattern: string, name: string, number: string): string {
  const letters = [...name.toUpperCase().normalize('NFD')].filter((one) => /[A-Z]/.test(one))
  const digits = [...number]
  return [...pattern]
    .map((one) => (one === 'A' ? (letters.shift() ?? 'X') : one === '9' ? (digits.shift() ?? '0') : one))
    .join('')
}
