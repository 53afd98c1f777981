import { z } from 'zod'
import type { Outbound } from '../../kit/outbound/index.ts'
import { askService } from './ask-service.ts'
import { Numbers, rowParts, tripsIn, type TravelTimes } from './matrix.ts'

/** `max_matrix_location_pairs` of cars, unless the operator has set it. */
const max_cells = 2_500

/** With `verbose: false` two tables; servers that do not know it return objects. */
const Cell = z.object({ distance: z.number().nullable(), time: z.number().nullable() })
const Matrix = z.object({
  sources_to_targets: z.union([
    z.object({ durations: Numbers, distances: Numbers }),
    z.array(z.array(Cell)).transform((rows) => ({
      durations: rows.map((row) => row.map(({ time }) => time)),
      distances: rows.map((row) => row.map(({ distance }) => distance)),
    })),
  ]),
})
const Failure = z.object({ error_code: z.number(), error: z.string().default('') })

/** Client of the matrix service of Valhalla: `POST /sources_to_targets`. */
export function valhallaTimes(outbound: Outbound, base: string): TravelTimes {
  return {
    async matrix(places) {
      const locations = places.map(({ lat, lng }) => ({ lat, lon: lng }))
      const found = await Promise.all(
        rowParts(places.length, max_cells).map(async (rows) => {
          const { sources_to_targets: table } = await askService(outbound, {
            base,
            path: '/sources_to_targets',
            body: {
              sources: rows.flatMap((row) => locations[row] ?? []),
              targets: locations,
              costing: 'auto',
              units: 'kilometers',
              verbose: false,
            },
            answer: Matrix,
            errorIn,
          })
          // Kilometres and seconds.
          const scale = { km: 1, minutes: 1 / 60 }
          return tripsIn({ rows: rows.length, places: places.length }, table, scale)
        }),
      )
      return found.flat()
    },
  }
}

function errorIn(answer: unknown): string {
  const { data } = Failure.safeParse(answer)
  return data ? `${data.error_code}: ${data.error}` : ''
}
