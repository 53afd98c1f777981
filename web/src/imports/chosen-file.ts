import type { ColumnMap, ColumnValues } from '@waybill/domain/imports/columns'

/** A file that was chosen or pasted and not sent yet. */
export interface ChosenFile {
  name: string
  content: string
  /** What was said of it so far: which heading feeds a column, and what holds for every shipment. */
  columns?: ColumnMap
  values?: ColumnValues
}

const key = 'shipment-import-file'

/** The file of this tab; a refresh during the matching of columns does not lose it. */
export function chosenFile(): ChosenFile | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as ChosenFile | null
  } catch {
    return null
  }
}

/** Keeps the file for this tab, or forgets it. A file too large for the browser is stored by the page alone. */
export function rememberFile(file: ChosenFile | null): void {
  try {
    if (file) sessionStorage.setItem(key, JSON.stringify(file))
    else sessionStorage.removeItem(key)
  } catch {
    sessionStorage.removeItem(key)
  }
}
