/**
 * A cell without what spreadsheets put round a number to keep it a text: `'0002` and `="0002"` are 0002. A name that
 * begins with an apostrophe stays.
 */
export function plainCell(cell: string): string {
  const text = cell.trim()
  const formula = /^="([^"]*)"$/.exec(text)?.[1]
  if (formula !== undefined) return formula.trim()
  return /^'[\d+]/.test(text) ? text.slice(1) : text
}

/** The cell of a code or phone number, in which `7460.0` is what a spreadsheet made of 7460. */
export function plainCode(cell: string): string {
  const text = plainCell(cell)
  return /^\+?\d+[.,]0+$/.test(text) ? text.replace(/[.,]0+$/, '') : text
}

/** Why a cell cannot be a code or reference that was meant: a spreadsheet rounded it to `2.78212E+11`; else `null`. */
export function lostDigits(cell: string): string | null {
  return /^-?\d([.,]\d+)?E\+\d{1,3}$/i.test(cell.trim())
    ? `${cell.trim()} has lost its digits in a spreadsheet. Set the column to text there, enter the number again and save the file.`
    : null
}
