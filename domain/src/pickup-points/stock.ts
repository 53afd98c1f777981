import { standard_compartments } from './fit.ts'
import type { DoorGroup } from './own-point.ts'

/** The networks whose sizes can be used for own lockers. */
export const size_templates = ['bob-box', 'tcg-locker'] as const
export type SizeTemplate = (typeof size_templates)[number]

/** A size of an own locker: inside measures in cm, weight in kg. */
export type DoorSize = Omit<DoorGroup, 'doors'>

/** Returns the sizes of a network, smallest first. */
export function sizesOfTemplate(template: SizeTemplate): DoorSize[] {
  return standard_compartments[template].map(({ name, ...measures }) => ({ size: name, ...measures }))
}

/** Returns the size of any network with a name, ignoring case; `undefined` when no network has it. */
export function namedSize(name: string): DoorSize | undefined {
  return size_templates
    .flatMap(sizesOfTemplate)
    .find(({ size }) => size.toLowerCase() === name.trim().toLowerCase())
}

/** Returns the next `count` door names with a prefix (`A1`, `A2`, …), without those that the stock already has. */
export function nextDoorNames(stock: readonly DoorGroup[], prefix: string, count: number): string[] {
  const taken = new Set(stock.flatMap(({ doors }) => doors.map(({ name }) => name.toLowerCase())))
  const names: string[] = []
  for (let number = 1; names.length < count; number += 1)
    if (!taken.has(`${prefix}${number}`.toLowerCase())) names.push(`${prefix}${number}`)
  return names
}

/** Returns the stock with new doors, named by a prefix and numbers, in the group at `index`. */
export function withNewDoors(
  stock: readonly DoorGroup[],
  index: number,
  { prefix, count }: { prefix: string; count: number },
): DoorGroup[] {
  const added = nextDoorNames(stock, prefix, count).map((name) => ({ name, is_out_of_order: false }))
  return stock.map((group, at) => (at === index ? { ...group, doors: [...group.doors, ...added] } : group))
}

/** Returns the letter with which the doors of the group at `index` start: A, B, … Z, A, … */
export function doorPrefix(index: number): string {
  return String.fromCodePoint(65 + (index % 26))
}

/** Number of all doors and of the free ones of a size. */
export interface DoorCount {
  size: string
  free: number
  all: number
}

/** Counts the free doors of each size: neither held by a parcel nor out of order. */
export function countDoors(
  stock: readonly { size: string; doors: readonly { is_out_of_order: boolean; is_held: boolean }[] }[],
): DoorCount[] {
  return stock.map(({ size, doors }) => ({
    size,
    free: doors.filter((door) => !door.is_held && !door.is_out_of_order).length,
    all: doors.length,
  }))
}
