import type { ColumnValues } from '@waybill/domain/imports/columns'
import type { ColumnMap } from '@waybill/domain/kit/csv/match-headings'

/** A file that was chosen or pasted and is not sent yet. */
export interface ChosenFile {
  name: string
  content: string
  /** The choices so far: the heading of each column, and the values for every shipment. */
  columns?: ColumnMap
  values?: ColumnValues
}

const key = 'shipment-import-file'

/** Returns the file of this tab. It is in session storage, so that a refresh during column matching does not lose it. */
export function chosenFile(): ChosenFile | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as ChosenFile | null
  } catch {
    return null
  }
}

/** Stores the file for this tab, or removes it. A file too large for session storage is only held by the page. */
export function rememberFile(file: ChosenFile | null): void {
  try {
    if (file) sessionStorage.setItem(key, JSON.stringify(file))
    else sessionStorage.removeItem(key)
  } catch {
    sessionStorage.removeItem(key)
  }
}
