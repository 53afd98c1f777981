import { z } from 'zod'
import type { Outbound } from '../../kit/outbound/index.ts'
import { askService } from './ask-service.ts'
import { Numbers, rowParts, tripsIn, type TravelTimes } from './matrix.ts'

/** The square of `--max-table-size`, which is 100 unless the operator has set it. */
const max_cells = 100 * 100

const Table = z.object({ code: z.literal('Ok'), durations: Numbers, distances: Numbers })
const Failure = z.object({ code: z.string(), message: z.string().default('') })

/** Client of the table service of OSRM (HTTP API version 1): `GET /table/v1/driving/{lon,lat;…}`. */
export function osrmTimes(outbound: Outbound, base: string): TravelTimes {
  return {
    async matrix(places) {
      const coordinates = places.map(({ lat, lng }) => `${lng.toFixed(5)},${lat.toFixed(5)}`).join(';')
      const parts = rowParts(places.length, max_cells)
      const found = await Promise.all(
        parts.map(async (rows) => {
          const table = await askService(outbound, {
            base,
            path: `/table/v1/driving/${coordinates}`,
            query: {
              annotations: 'duration,distance',
              generate_hints: 'false',
              ...(parts.length > 1 ? { sources: rows.join(';') } : {}),
            },
            answer: Table,
            errorIn,
          })
          // Metres and seconds.
          const scale = { km: 1 / 1000, minutes: 1 / 60 }
          return tripsIn({ rows: rows.length, places: places.length }, table, scale)
        }),
      )
      return found.flat()
    },
  }
}

function errorIn(answer: unknown): string {
  const { data } = Failure.safeParse(answer)
  return !data || data.code === 'Ok' ? '' : [data.code, data.message].filter(Boolean).join(': ')
}
