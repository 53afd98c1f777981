import { z } from 'zod'
import { codedText, type CodedText } from '../kit/answers/coded-text.ts'
import { flag } from '../kit/calls/wire.ts'

/** What a driver checks before the route, in display order. */
export const vehicle_check_items = [
  { key: 'tyres', label: 'Tyres' },
  { key: 'brakes', label: 'Brakes' },
  { key: 'lights', label: 'Lights and indicators' },
  { key: 'windscreen', label: 'Windscreen and mirrors' },
  { key: 'fluids', label: 'Oil, water and fuel' },
  { key: 'load', label: 'Load space and straps' },
  { key: 'documents', label: 'Licence disc and permits' },
  { key: 'safety', label: 'Fire extinguisher and triangle' },
] as const
type ItemKey = (typeof vehicle_check_items)[number]['key']

const item_keys = vehicle_check_items.map(({ key }) => key)

/** One answer of a vehicle check. */
export const VehicleCheckItem = z.object({ key: z.enum(item_keys), ok: flag })
export type VehicleCheckItem = z.output<typeof VehicleCheckItem>

/** Returns the labels of the items that are not in order. */
export function failedItems(items: readonly VehicleCheckItem[]): string[] {
  const failed = new Set<ItemKey>(items.flatMap(({ key, ok }) => (ok ? [] : [key])))
  return vehicle_check_items.flatMap(({ key, label }) => (failed.has(key) ? [label] : []))
}

/** Returns why a vehicle check is incomplete; `null` when it is complete. Something not in order requires a note. */
export function vehicleCheckProblem(items: readonly VehicleCheckItem[], note: string): CodedText | null {
  const answered = new Set<ItemKey>(items.map(({ key }) => key))
  const open = vehicle_check_items.filter(({ key }) => !answered.has(key)).map(({ label }) => label)
  if (open.length > 0) return codedText('check_items', { items: open })
  return failedItems(items).length > 0 && note.trim() === '' ? codedText('describe_fault') : null
}
