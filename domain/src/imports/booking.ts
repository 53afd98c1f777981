import { isEmail } from '../kit/contacts/email.ts'
import { isPhone, phoneSentence } from '../kit/contacts/phone-number.ts'
import { normalisePhone } from '../kit/contacts/phone.ts'
import { parseRand, toRand } from '../kit/money.ts'
import type { FieldProblem } from '../kit/problem.ts'
import { lostDigits } from '../kit/csv/spreadsheet-cell.ts'
import { cleanText } from '../kit/calls/wire.ts'
import { NewShipment } from '../shipments/booking/shipment-input.ts'
import { cellText, isReference } from './columns.ts'
import { readParcels } from '../shipments/parcel-notation.ts'
import type { Cells } from './shipment-file.ts'

/** A problem with one cell, as a sentence. `column` is `''` when the problem concerns the whole row. */
export interface CellProblem {
  column: string
  message: string
}

/** A row converted to a booking. Names that only the server can resolve are not resolved yet. */
export interface RowBooking {
  input: NewShipment
  /** `false` if `input` is empty, because a cell exceeds the limits of a booking. */
  is_readable: boolean
  account_code: string
  /** In capitals; `''` if the cell is empty. */
  service_level_code: string
  /** Options by name or number, as typed. */
  opt_ins: string[]
}

/** Parses a calendar date as typed, `2026-03-31` or `31/03/2026`. Returns `null` when the text is not a date. */
function readDay(text: string): string | null {
  const match =
    /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})$/.exec(text) ??
    /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/.exec(text)
  const { year = '', month = '', day = '' } = match?.groups ?? {}
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${read}T00:00:00Z`)
  return match && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(read) ? read : null
}

/** Maximum number of characters in the cell with all parcels of a shipment. */
const longest_parcels = 5_000

/** Columns whose cells may contain several lines. */
const lined = /^(parcels|opt_ins)$|_(street|instructions)$/

/** Converts a row to a booking. `problems` contains the cell errors that can be found from the row alone. */
export function bookingOf(typed: Cells): RowBooking & { problems: CellProblem[] } {
  const problems: CellProblem[] = []
  const cells = Object.fromEntries(
    Object.entries(typed).map(([key, cell]) => [key, cellText(key, cleanText(cell, lined.test(key)))]),
  )
  const text = (key: string): string | undefined => cells[key] || undefined
  for (const [column, value] of Object.entries(cells)) {
    const message = isReference(column) ? lostDigits(value) : null
    if (message) problems.push({ column, message })
  }
  const day = (column: string): string | undefined => {
    const value = text(column)
    const read = value === undefined ? undefined : readDay(value)
    if (read === null)
      problems.push({ column, message: `${value} is not a date. Write it like 2026-03-31 or 31/03/2026.` })
    return read ?? undefined
  }
  const parcels =
    (cells['parcels'] ?? '').length > longest_parcels
      ? { problem: `This is longer than ${longest_parcels} characters. Split it into several shipments.` }
      : readParcels(cells['parcels'] ?? '', text('parcel_description'))
  if ('problem' in parcels) problems.push({ column: 'parcels', message: parcels.problem })
  const amount = (column: 'declared_value' | 'cod_amount'): number | undefined => {
    const value = text(column)
    const cents = value === undefined ? undefined : parseRand(value)
    if (cents === null)
      problems.push({ column, message: `${value} is not an amount. Write it like 1250.00.` })
    return typeof cents === 'number' ? toRand(cents) : undefined
  }
  const declaredValue = amount('declared_value')
  const codAmount = amount('cod_amount')
  const serviceLevel = text('service_level_code')?.toUpperCase() ?? ''
  if (serviceLevel === '')
    problems.push({ column: 'service_level_code', message: 'Enter the code of a service level.' })
  const sides = Object.fromEntries(
    (['collection', 'delivery'] as const).flatMap((side) => {
      const point = text(`${side}_pickup_point_id`)
      if (side === 'collection' && point && text('collection_date'))
        problems.push({
          column: 'collection_date',
          message: 'Nothing is collected when the sender drops off at a pickup point. Leave this cell empty.',
        })
      const email = text(`${side}_email`)
      if (email && !isEmail(email))
        problems.push({ column: `${side}_email`, message: `${email} is not an email address.` })
      if (!email && !text(`${side}_phone`))
        problems.push({
          column: `${side}_phone`,
          message: `The ${side} contact needs a phone number or an email address.`,
        })
      const phone = text(`${side}_phone`)
      if (phone && !isPhone(phone) && !problems.some(({ column }) => column === `${side}_phone`))
        problems.push({ column: `${side}_phone`, message: phoneSentence(phone) })
      const address = {
        company: text(`${side}_company`),
        street_address: text(`${side}_street`),
        local_area: text(`${side}_suburb`),
        city: text(`${side}_city`),
        code: text(`${side}_code`),
        zone: text(`${side}_zone`),
      }
      return [
        [`${side}_pickup_point_id`, point],
        [`${side}_address`, point ? undefined : address],
        [
          `${side}_contact`,
          { name: text(`${side}_contact`), mobile_number: phone && normalisePhone(phone), email },
        ],
        [`special_instructions_${side}`, text(`${side}_instructions`)],
        [`${side}_min_date`, day(`${side}_date`)],
      ]
    }),
  )
  const centre = text('cost_centre')
  const readBooking = NewShipment.safeParse({
    ...sides,
    customer_reference: text('customer_reference'),
    custom_tracking_reference: text('custom_tracking_reference'),
    service_level_code: serviceLevel || undefined,
    parcels: 'parcels' in parcels ? parcels.parcels : [],
    declared_value: declaredValue,
    cod_amount: codAmount,
    cost_center: centre ? { name: centre } : undefined,
    save_as: 'submit',
  })
  for (const { path, message } of readBooking.error?.issues ?? []) {
    const column = columnOf(path.join('.'), cells)
    if (problems.some((one) => one.column === column)) continue
    problems.push({ column, message: `This ${/^[a-z]/.test(message) ? message : 'is not valid'}.` })
  }
  return {
    account_code: text('account_code') ?? '',
    service_level_code: serviceLevel,
    opt_ins: (text('opt_ins') ?? '').split(/[;|\n]/).flatMap((one) => one.trim() || []),
    problems,
    is_readable: readBooking.success,
    input: readBooking.data ?? {},
  }
}

const columns_of_fields: Readonly<Record<string, string>> = {
  account_id: 'account_code',
  service_level_id: 'service_level_code',
  opt_in_rates: 'opt_ins',
  opt_in_time_based_rates: 'opt_ins',
  collection_min_date: 'collection_date',
  delivery_min_date: 'delivery_date',
  special_instructions_collection: 'collection_instructions',
  special_instructions_delivery: 'delivery_instructions',
}

const parts_of_addresses: Readonly<Record<string, string>> = {
  company: 'company',
  street_address: 'street',
  local_area: 'suburb',
  city: 'city',
  code: 'code',
  zone: 'zone',
}

/**
 * Returns the column of a booking field. For a whole address, or a part of it that was not sent, it is the first
 * missing part of the address.
 */
function columnOf(field: string, cells: Cells): string {
  if (field.startsWith('parcels'))
    return field.endsWith('parcel_description') && cells['parcel_description']
      ? 'parcel_description'
      : 'parcels'
  const side = /^(collection|delivery)_(address|contact)/.exec(field)
  const [, part = ''] = field.split('.')
  const named = side?.[2] === 'address' ? `${side[1]}_${parts_of_addresses[part] ?? ''}` : ''
  if (cells[named]) return named
  if (side?.[2] === 'address') {
    const hasPlace = Boolean(cells[`${side[1]}_street`] || cells[`${side[1]}_company`])
    const parts = [...(hasPlace ? [] : ['street']), 'suburb', 'city', 'code', 'zone']
    return `${side[1]}_${parts.find((one) => !cells[`${side[1]}_${one}`]) ?? 'suburb'}`
  }
  if (side && part === 'name') return `${side[1]}_contact`
  if (side) return `${side[1]}_${field.endsWith('email') ? 'email' : 'phone'}`
  if (field.startsWith('cost_center')) return 'cost_centre'
  return columns_of_fields[field] ?? field
}

/**
 * Converts a booking error to cell problems. An error without fields concerns the whole row, for example the credit
 * of an account. An error with exactly one field uses the error's own message, because it is clearer than the field
 * message.
 */
export function cellProblems(
  error: { message: string; fields: readonly FieldProblem[] },
  cells: Cells,
): CellProblem[] {
  if (error.fields.length === 0) return [{ column: '', message: error.message }]
  const [only] = error.fields
  if (only && error.fields.length === 1)
    return [{ column: columnOf(only.field, cells), message: error.message }]
  return error.fields.map(({ field, message }) => ({
    column: columnOf(field, cells),
    message: /^[a-z]/.test(message) ? `This ${message}.` : message,
  }))
}

/**
 * Finds rows whose tracking reference is already used by an earlier row of the same import. Returns a map from the
 * row to the first row with that reference.
 */
export function repeatedReferences(
  rows: readonly { row: number; cells: Cells }[],
): ReadonlyMap<number, number> {
  const first = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const { row, cells } of rows) {
    const reference = (cells['custom_tracking_reference'] ?? '').trim().toUpperCase()
    if (reference === '') continue
    const earlier = first.get(reference)
    if (earlier === undefined) first.set(reference, row)
    else repeated.set(row, earlier)
  }
  return repeated
}
