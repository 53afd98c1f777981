import type { Trip } from '@waybill/domain/drivers/sequencing/travel'
import type { Point } from '@waybill/domain/kit/places/metres-between'
import { z } from 'zod'
import { RoutingFailure } from './ask-service.ts'

/** A service that calculates trips by road. */
export interface TravelTimes {
  /**
   * Returns the trips from each place to each place, by row; `null` where the service knows no road. Throws
   * `RoutingFailure`.
   */
  matrix(places: readonly Point[]): Promise<(Trip | null)[][]>
}

/** A table of numbers by row; `null` where there is no road. */
export const Numbers = z.array(z.array(z.number().min(0).nullable()))
type Numbers = z.output<typeof Numbers>

/** Returns the rows of a matrix in parts of at most `maxCells` cells, because services limit the size of a request. */
export function rowParts(places: number, maxCells: number): number[][] {
  const rows = Math.max(1, Math.floor(maxCells / places))
  const all = Array.from({ length: places }, (_none, index) => index)
  return Array.from({ length: Math.ceil(places / rows) }, (_none, part) =>
    all.slice(part * rows, (part + 1) * rows),
  )
}

/** Returns the trips of a part; `scale` turns the units of the service into km and minutes. Throws when it has other rows. */
export function tripsIn(
  about: { rows: number; places: number },
  { distances, durations }: { distances: Numbers; durations: Numbers },
  scale: { km: number; minutes: number },
): (Trip | null)[][] {
  const fits = (table: Numbers) =>
    table.length === about.rows && table.every((row) => row.length === about.places)
  if (!fits(distances) || !fits(durations))
    throw new RoutingFailure('It answered with a table of another size than was asked for.')
  return durations.map((row, from) =>
    row.map((duration, to) => {
      const distance = distances[from]?.[to] ?? null
      return duration === null || distance === null
        ? null
        : { km: distance * scale.km, minutes: duration * scale.minutes }
    }),
  )
}
