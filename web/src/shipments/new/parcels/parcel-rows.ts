import { readCsv } from '@waybill/domain/kit/csv/read-csv'
import type { ParcelType } from '@waybill/domain/accounts/model'
import type { ParcelInput } from '@waybill/domain/shipments/parcel'
import { emptyParcel } from '@waybill/domain/shipments/booking/prefilled-shipments'
import { default_packaging } from '@waybill/domain/shipments/parcel'

/**
 * A row of the parcel grid: equal parcels are entered once with a quantity. Sizes in cm, weight in kg; `null` is
 * blank.
 */
export interface ParcelRow {
  /** The stored parcel that the row edits; its first one if the quantity is higher. `null` for new parcels. */
  id: number | null
  /** Name of the parcel type; `''` if none is chosen. */
  packaging: string
  /** Whether the user has chosen the type; otherwise it follows the sizes. */
  is_type_chosen: boolean
  parcel_description: string
  /** The number of a pre-printed sticker; valid for a single parcel only. */
  alternative_tracking_reference: string
  submitted_length_cm: number | null
  submitted_width_cm: number | null
  submitted_height_cm: number | null
  submitted_weight_kg: number | null
  quantity: number | null
}

/** The sizes and the weight of a row, in the order of the grid. */
export const measures = [
  'submitted_length_cm',
  'submitted_width_cm',
  'submitted_height_cm',
  'submitted_weight_kg',
] as const

/** Returns an empty row, with the sizes of a parcel type if one is given (SHIP-034, SHIP-035). */
export function newRow(type?: ParcelType): ParcelRow {
  return {
    ...emptyParcel(),
    id: null,
    packaging: type?.name ?? '',
    is_type_chosen: false,
    alternative_tracking_reference: '',
    submitted_length_cm: type?.length ?? null,
    submitted_width_cm: type?.width ?? null,
    submitted_height_cm: type?.height ?? null,
    submitted_weight_kg: type?.weight ?? null,
    quantity: 1,
  }
}

/**
 * Returns the row with another parcel type. Its sizes replace the typed ones; sizes that the type does not define
 * become blank.
 */
export function withType(row: ParcelRow, type: ParcelType): ParcelRow {
  const { id, parcel_description, alternative_tracking_reference, quantity } = row
  return {
    ...newRow(type),
    id,
    is_type_chosen: true,
    parcel_description,
    alternative_tracking_reference,
    quantity,
  }
}

/**
 * Returns the parcel type for the sizes of a row that has no chosen type: the current type if the sizes equal its
 * sizes, else the smallest type that holds the parcel in any orientation, else the type without sizes, else `''`.
 * Returns `null` while a size is missing.
 */
export function typeByMeasures(row: ParcelRow, types: readonly ParcelType[]): string | null {
  if (!isMeasured(row)) return null
  const own = types.find(({ name }) => name === row.packaging)
  if (own && measures.every((measure, at) => row[measure] === presetOf(own)[at])) return own.name
  const fitting = types
    .filter((type) => fits(type, row))
    .sort((a, b) => volumeOf(a) - volumeOf(b) || Number(b.is_default) - Number(a.is_default))
  return (fitting[0] ?? types.find((type) => volumeOf(type) === 0))?.name ?? ''
}

const presetOf = ({ length, width, height, weight }: ParcelType) => [length, width, height, weight] as const

function volumeOf({ length, width, height }: ParcelType): number {
  return (length ?? 0) * (width ?? 0) * (height ?? 0)
}

function fits(type: ParcelType, row: ParcelRow): boolean {
  const ascending = (sizes: readonly (number | null)[]) =>
    sizes.map((size) => size ?? 0).sort((a, b) => a - b)
  const inner = ascending([type.length, type.width, type.height])
  const outer = ascending([row.submitted_length_cm, row.submitted_width_cm, row.submitted_height_cm])
  const carries = type.weight === null || (row.submitted_weight_kg ?? 0) <= type.weight
  return carries && volumeOf(type) > 0 && outer.every((size, at) => size <= (inner[at] ?? 0))
}

/** Returns the number of parcels of a row, at least one. */
export function quantityOf(row: Pick<ParcelRow, 'quantity'>): number {
  return Math.max(1, Math.trunc(row.quantity ?? 1))
}

/**
 * Maximum number of parcels that a row expands to. It protects against typing errors; the check rejects far smaller
 * numbers.
 */
const max_expanded = 1000

/** Expands the rows to single parcels, in order. */
export function expandRows(rows: readonly ParcelRow[]): ParcelInput[] {
  return rows.flatMap((row) =>
    Array.from({ length: Math.min(quantityOf(row), max_expanded) }, () => parcelOf(row)),
  )
}

function parcelOf({ packaging, parcel_description, ...row }: ParcelRow): ParcelInput {
  return {
    packaging: packaging || undefined,
    parcel_description: parcel_description || undefined,
    alternative_tracking_reference:
      (quantityOf(row) === 1 && row.alternative_tracking_reference) || undefined,
    submitted_length_cm: row.submitted_length_cm ?? undefined,
    submitted_width_cm: row.submitted_width_cm ?? undefined,
    submitted_height_cm: row.submitted_height_cm ?? undefined,
    submitted_weight_kg: row.submitted_weight_kg ?? undefined,
  }
}

/** Groups a list of parcels into rows; equal neighbours become one row. */
export function gatherRows(parcels: readonly ParcelInput[]): ParcelRow[] {
  const rows: ParcelRow[] = []
  for (const parcel of parcels) {
    const row: ParcelRow = {
      id: null,
      packaging: parcel.packaging === default_packaging ? '' : (parcel.packaging ?? ''),
      is_type_chosen: true,
      parcel_description: parcel.parcel_description ?? '',
      alternative_tracking_reference: parcel.alternative_tracking_reference ?? '',
      submitted_length_cm: parcel.submitted_length_cm ?? null,
      submitted_width_cm: parcel.submitted_width_cm ?? null,
      submitted_height_cm: parcel.submitted_height_cm ?? null,
      submitted_weight_kg: parcel.submitted_weight_kg ?? null,
      quantity: 1,
    }
    const last = rows.at(-1)
    const isSame = last && JSON.stringify({ ...last, quantity: 1 }) === JSON.stringify(row)
    if (isSame) last.quantity = quantityOf(last) + 1
    else rows.push(row)
  }
  return rows
}

/** Returns the index of the row that contains the parcel at `position` in the request. */
export function rowOfParcel(rows: readonly ParcelRow[], position: number): number {
  let passed = 0
  const found = rows.findIndex((row) => {
    passed += quantityOf(row)
    return position < passed
  })
  return found < 0 ? Math.max(0, rows.length - 1) : found
}

/**
 * Returns the number of parcels, the weight in kg and the volumetric weight in kg. A blank size makes the volumetric
 * weight of its row 0, a blank weight counts as 0.
 */
export function totalsOf(
  rows: readonly ParcelRow[],
  volumetricFactor: number,
): { parcels: number; weight: number; volumetric: number } {
  return rows.reduce(
    (sum, row) => {
      const often = quantityOf(row)
      const cubicCm =
        (row.submitted_length_cm ?? 0) * (row.submitted_width_cm ?? 0) * (row.submitted_height_cm ?? 0)
      return {
        parcels: sum.parcels + often,
        weight: sum.weight + often * (row.submitted_weight_kg ?? 0),
        volumetric: sum.volumetric + (often * cubicCm) / volumetricFactor,
      }
    },
    { parcels: 0, weight: 0, volumetric: 0 },
  )
}

/** Whether all three sizes and the weight of a row are filled in. */
export function isMeasured(row: ParcelRow): boolean {
  return measures.every((measure) => (row[measure] ?? 0) > 0)
}

/**
 * Parses rows pasted from a spreadsheet: description (optional), length, width, height, weight and quantity
 * (optional). Returns `null` if the text is not such a table.
 */
export function rowsFromTable(text: string): ParcelRow[] | null {
  const read = readCsv(text, '\t')
  if ('problem' in read) return null
  const lines = read.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const rows = lines.map((line) => {
    const cells = line.cells.map((cell) => cell.trim())
    const isNamed = cells.length > 4 && !isNumber(cells[0])
    const numbers = (isNamed ? cells.slice(1) : cells).map((cell) => (isNumber(cell) ? toNumber(cell) : NaN))
    const [length, width, height, weight, quantity = 1] = numbers
    if (cells.length < 4 || [length, width, height, weight, quantity].some((one) => !(Number(one) > 0)))
      return null
    if (!Number.isInteger(quantity)) return null
    return {
      ...newRow(),
      parcel_description: isNamed ? (cells[0] ?? '') : '',
      submitted_length_cm: length ?? null,
      submitted_width_cm: width ?? null,
      submitted_height_cm: height ?? null,
      submitted_weight_kg: weight ?? null,
      quantity,
    }
  })
  return rows.length > 0 && rows.every((row) => row !== null) ? rows : null
}

function isNumber(cell: string | undefined): boolean {
  return /^\d+([.,]\d+)?$/.test(cell ?? '')
}

function toNumber(cell: string): number {
  return Number(cell.replace(',', '.'))
}
