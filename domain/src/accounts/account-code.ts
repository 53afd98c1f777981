/** An account code by the company's pattern: `A` is a letter of the name, `9` a digit of `number`, the rest stands. */
export function accountCode(pattern: string, name: string, number: string): string {
  const letters = [...name.toUpperCase().normalize('NFD')].filter((one) => /[A-Z]/.test(one))
  const digits = [...number]
  return [...pattern]
    .map((one) => (one === 'A' ? (letters.shift() ?? 'X') : one === '9' ? (digits.shift() ?? '0') : one))
    .join('')
}
