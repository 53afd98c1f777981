import { AddressInput } from '../accounts/address.ts'
import { readTable, type TableLine } from '../kit/csv/csv-lines.ts'
import { pickup_point_types } from './model.ts'
import { checkOwnPoint, max_doors, type DoorGroup, type OwnPointDetails } from './own-point.ts'
import { doorPrefix, namedSize, withNewDoors, type DoorSize } from './stock.ts'

/** The columns of a file of own points, in the order of the template. */
export const point_columns = [
  'code',
  'type',
  'name',
  'description',
  'street_address',
  'suburb',
  'city',
  'postal_code',
  'latitude',
  'longitude',
  'hours',
  'holiday_hours',
  'phone',
  'capacity',
  'doors',
] as const
export type PointColumn = (typeof point_columns)[number]

/** The columns that a file of own points must have. */
export const needed_point_columns: readonly PointColumn[] = [
  'code',
  'type',
  'name',
  'street_address',
  'hours',
]

/** One line of a file of own points, with its values as entered. */
export type PointLine = TableLine<PointColumn>

/** Maximum number of points per import. Each may need a request to the geocoder. */
export const max_imported_points = 200

/** Returns the points in a file, or the problem why it cannot be read. Empty lines are skipped. */
export function readPointsFile(text: string): { lines: PointLine[] } | { problem: string } {
  return readTable(text, {
    columns: point_columns,
    needed: needed_point_columns,
    codes: ['code', 'postal_code', 'phone'],
    other_names: {
      address: 'street_address',
      'trading hours': 'hours',
      lat: 'latitude',
      lng: 'longitude',
      lon: 'longitude',
      kind: 'type',
    },
    noun: 'locations',
    max: max_imported_points,
  })
}

/** Maximum number of characters of a cell; longer texts are not stored. */
const max_lengths: Partial<Record<PointColumn, number>> = {
  name: 120,
  description: 1000,
  street_address: 500,
  suburb: 255,
  city: 255,
  postal_code: 20,
  hours: 300,
  phone: 40,
}

/** A cell that is wrong: its column and what to enter. */
export interface CellProblem {
  column: PointColumn
  message: string
}

/** A line as a point, with the cells that could not be read. */
export interface ReadPoint {
  point: OwnPointDetails
  unread: CellProblem[]
}

/**
 * Reads a line as an own point. Coordinates are `null` when their cells are empty: the caller finds the address on the
 * map. `checkPoint` returns the problems of the result.
 */
export function readPoint(line: PointLine): ReadPoint {
  const unread: CellProblem[] = []
  const unreadable = (column: PointColumn, message: string) => void unread.push({ column, message })
  for (const column of point_columns) {
    const max = max_lengths[column]
    if (max !== undefined && line[column].length > max) unreadable(column, `Enter at most ${max} characters.`)
  }
  const cell = (column: PointColumn): string => line[column].slice(0, max_lengths[column])
  const type = pickup_point_types.find((one) => one === line.type.toLowerCase())
  if (!type) unreadable('type', 'Enter locker or counter.')
  const lat = degrees(line.latitude, 90)
  const lng = degrees(line.longitude, 180)
  if (lat === undefined) unreadable('latitude', `${line.latitude} is not a latitude such as -33.92487.`)
  if (lng === undefined) unreadable('longitude', `${line.longitude} is not a longitude such as 18.42406.`)
  if ((line.latitude === '') !== (line.longitude === ''))
    unreadable(line.latitude === '' ? 'latitude' : 'longitude', 'Enter both coordinates or neither.')
  const isCapacity = /^\d{1,6}$/.test(line.capacity)
  if (line.capacity !== '' && !isCapacity)
    unreadable('capacity', 'Enter how many parcels fit, or leave it empty.')
  const stock = readStock(line.doors)
  if (typeof stock === 'string') unreadable('doors', stock)
  const isPlaced = typeof lat === 'number' && typeof lng === 'number'
  return {
    unread,
    point: {
      pickup_point_id: line.code,
      type: type ?? 'locker',
      name: cell('name'),
      description: cell('description'),
      address: {
        ...AddressInput.decode({
          type,
          street_address: cell('street_address'),
          local_area: cell('suburb'),
          city: cell('city'),
          code: cell('postal_code'),
        }),
        lat: isPlaced ? lat : null,
        lng: isPlaced ? lng : null,
      },
      phone: cell('phone'),
      trading_hours: cell('hours'),
      holiday_hours: line.holiday_hours.toLowerCase() || 'closed',
      capacity: isCapacity ? Number(line.capacity) : null,
      stock: typeof stock === 'string' ? [] : stock,
      is_hidden: false,
      out_of_order_reason: '',
      photos: [],
    },
  }
}

/** Returns the problems of a line by cell: those of reading first, then those of the rules of own points. */
export function checkPoint({ point, unread }: ReadPoint): CellProblem[] {
  const found = new Set(unread.map(({ column }) => column))
  const isPlaceWrong = found.has('latitude') || found.has('longitude')
  const broken = checkOwnPoint(point).flatMap(({ field, message }): CellProblem[] => {
    if (field === 'address' && isComplete(point))
      return isPlaceWrong
        ? []
        : [{ column: 'latitude', message: 'This address was not found on the map. Enter its coordinates.' }]
    const column = column_of_field[field]
    // Doors of a line without a valid type cannot be judged.
    const isUnclear = column === 'doors' && found.has('type')
    return column && !found.has(column) && !isUnclear ? [{ column, message }] : []
  })
  return [...unread, ...broken]
}

const column_of_field: Readonly<Record<string, PointColumn>> = {
  pickup_point_id: 'code',
  name: 'name',
  address: 'street_address',
  phone: 'phone',
  trading_hours: 'hours',
  holiday_hours: 'holiday_hours',
  capacity: 'capacity',
  stock: 'doors',
}

function isComplete({ address }: OwnPointDetails): boolean {
  return address.street_address !== '' && (address.local_area !== '' || address.city !== '')
}

/** Returns degrees; `null` for an empty cell, `undefined` when it is not a number in range. */
function degrees(cell: string, max: number): number | null | undefined {
  if (cell === '') return null
  const plain = cell.replace(',', '.')
  return /^-?\d{1,3}(\.\d+)?$/.test(plain) && Math.abs(Number(plain)) <= max ? Number(plain) : undefined
}

const door_form = /^([^=:]+?)\s*(?:=\s*([\d.]+)x([\d.]+)x([\d.]+)x([\d.]+))?\s*:\s*(\d{1,4})$/

/**
 * Reads doors such as `small:4;large:2` or, for an own size in cm and kg, `crate=60x40x30x20:3`. Returns what is wrong
 * as text.
 */
function readStock(cell: string): DoorGroup[] | string {
  const sizes: { size: DoorSize; count: number }[] = []
  for (const part of cell.split(';').map((one) => one.trim())) {
    if (part === '') continue
    const [, name = '', length, width, height, weight, count] = door_form.exec(part) ?? []
    if (count === undefined) return `${part} is not a size and a number, such as small:4.`
    const size =
      length === undefined
        ? namedSize(name)
        : {
            size: name,
            length: Number(length),
            width: Number(width),
            height: Number(height),
            weight: Number(weight),
          }
    if (!size)
      return `${name} is not a size of a network. Enter its measures, such as ${name}=60x40x30x20:${count}.`
    sizes.push({ size, count: Number(count) })
  }
  if (sizes.reduce((sum, { count }) => sum + count, 0) > max_doors)
    return `A locker has at most ${max_doors} doors.`
  const empty = sizes.map(({ size }): DoorGroup => ({ ...size, doors: [] }))
  return sizes.reduce<DoorGroup[]>(
    (stock, { count }, at) => withNewDoors(stock, at, { prefix: doorPrefix(at), count }),
    empty,
  )
}
