import type { PlanMark } from '@waybill/domain/drivers/model'
import type { BoardDriver, BoardStop, PlanFigures } from '@waybill/domain/drivers/plan'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { formatCount, formatDecimal } from '../../kit/ui/values/numbers.ts'

/** Returns a duration in minutes as `4 h 10 min`. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Returns a load with its limit: `260 of 800 kg`; without the limit when it is not known. */
export function loadText(load: number, max: number, unit: 'kg' | 'm³'): string {
  const places = unit === 'kg' ? 1 : 2
  return max > 0
    ? `${formatDecimal(load, places)} of ${formatDecimal(max, places)} ${unit}`
    : `${formatDecimal(load, places)} ${unit}`
}

/** Returns how late stops are: `2 late (35 min)`; `0 late` for none. */
function lateText({ late_stops, late_minutes }: PlanFigures): string {
  return late_stops === 0 ? '0 late' : `${formatCount(late_stops)} late (${minutesText(late_minutes)})`
}

/** Returns the effect of a change on a driver: the figures that change, before and after. */
export function effectText(
  { before, after }: { before: PlanFigures; after: PlanFigures },
  { max_kg, max_m3 }: Pick<BoardDriver, 'max_kg' | 'max_m3'>,
): string {
  const parts = [
    [formatCount(before.stops), `${formatCount(after.stops)} stops`],
    [formatDecimal(before.km, 1), `${formatDecimal(after.km, 1)} km`],
    [minutesText(before.minutes), minutesText(after.minutes)],
    [lateText(before), lateText(after)],
    [formatDecimal(before.kg, 1), loadText(after.kg, max_kg, 'kg')],
    [formatDecimal(before.m3, 2), loadText(after.m3, max_m3, 'm³')],
  ]
  return parts
    .map(([was = '', is = '']) => (is.startsWith(`${was} `) || is === was ? is : `${was} → ${is}`))
    .join(' · ')
}

/** Whether a change makes a driver later, or overloads the vehicle. */
export function isWorse(
  { before, after }: { before: PlanFigures; after: PlanFigures },
  { max_kg, max_m3 }: Pick<BoardDriver, 'max_kg' | 'max_m3'>,
): boolean {
  const isOver = (load: number, max: number, was: number): boolean => max > 0 && load > max && load > was
  return (
    after.late_minutes > before.late_minutes ||
    isOver(after.kg, max_kg, before.kg) ||
    isOver(after.m3, max_m3, before.m3)
  )
}

const source_texts: Readonly<Record<PlanMark['source'], string>> = {
  'built-in': 'ordered automatically',
  vroom: 'ordered by VROOM',
  dispatcher: 'ordered by the office',
  driver: 'ordered by the driver',
}
const travel_texts: Readonly<Record<PlanMark['times_from'], string>> = {
  estimate: '',
  osrm: 'times from OSRM',
  valhalla: 'times from Valhalla',
}

/** Returns what set an order and where its times are from: `ordered by VROOM, times from OSRM`. */
export function sourceText({ source, times_from }: Pick<PlanMark, 'source' | 'times_from'>): string {
  return [source_texts[source], travel_texts[times_from]].filter(Boolean).join(', ')
}

/** Returns when the driver is expected at the next stop: `next 10:31`; `''` when that is not known. */
export function nextText(stops: readonly BoardStop[]): string {
  const next = stops.find(({ state, eta }) => state === 'to-do' && eta !== null)
  return next?.eta ? `next ${clockOf(next.eta)}` : ''
}
