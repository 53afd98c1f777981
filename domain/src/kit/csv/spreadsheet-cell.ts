/**
 * Removes what spreadsheets add to a number to keep it as text: `'0002` and `="0002"` become 0002. A name that starts
 * with an apostrophe is left unchanged.
 */
export function plainCell(cell: string): string {
  const text = cell.trim()
  const formula = /^="([^"]*)"$/.exec(text)?.[1]
  if (formula !== undefined) return formula.trim()
  return /^'[\d+]/.test(text) ? text.slice(1) : text
}

/** Returns the cell of a code or phone number; `7460.0`, which a spreadsheet made of 7460, becomes 7460. */
export function plainCode(cell: string): string {
  const text = plainCell(cell)
  return /^\+?\d+[.,]0+$/.test(text) ? text.replace(/[.,]0+$/, '') : text
}

/**
 * Returns an error message for a code or reference that a spreadsheet rounded to a form like `2.78212E+11`; otherwise
 * `null`.
 */
export function lostDigits(cell: string): string | null {
  return /^-?\d([.,]\d+)?E\+\d{1,3}$/i.test(cell.trim())
    ? `${cell.trim()} has lost its digits in a spreadsheet. Set the column to text there, enter the number again and save the file.`
    : null
}
