import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, flag, maybe, text } from '../kit/calls/wire.ts'
import { Holiday, OptInAnswer, OptInInput, RatesAnswer, RatesInput, ServiceArea } from './model.ts'
import { PointOffersAnswer, PointOffersInput } from './pricing/point-offers.ts'
import { ServiceLevel } from './price-books/price-book.ts'

const HolidayList = z.object({ holidays: z.array(Holiday), count })

/**
 * The rates endpoints: quotes, service areas, service levels and the public holidays used for estimates (RATE-014,
 * RATE-016, RATE-018).
 */
export const ratesApi = {
  price: endpoint('POST /rates', {
    body: 'many',
    input: RatesInput,
    output: RatesAnswer,
    audience: 'public',
    summary: 'Returns the price of every service level that can carry the parcels. Stores nothing.',
  }),
  optIn: endpoint('POST /rates/opt-in', {
    body: 'many',
    input: OptInInput,
    output: OptInAnswer,
    audience: 'public',
    summary: 'Lists the optional extras available on a route.',
  }),
  offerPoints: endpoint('POST /rates/pickup-points', {
    body: 'many',
    input: PointOffersInput,
    output: PointOffersAnswer,
    permission: 'API_/rates:POST',
    audience: 'public',
    summary:
      'Lists lockers and counters for one end of a route: distance, hours, whether the parcel fits, and the price of the cheapest service. Stores nothing.',
  }),
  serviceAreas: endpoint('GET /rates/service-areas', {
    input: z.object({ is_default: maybe(flag) }),
    output: z.object({ service_areas: z.array(ServiceArea), count }),
    summary: 'Lists service areas and the days on which they are served.',
  }),
  holidays: endpoint('GET /rates/holidays', {
    input: z.object({}),
    output: HolidayList,
    summary: 'Lists the public holidays that estimates skip, in ascending order.',
  }),
  replaceHolidays: endpoint('POST /rates/holidays', {
    body: 'many',
    input: z.array(z.object({ date: day, description: maybe(text(200)) })),
    output: HolidayList,
    summary:
      'Replaces the public holidays. The body is an array; a year without dates in it uses the statutory holidays.',
  }),
  serviceLevels: endpoint('GET /rates/service-levels', {
    input: z.object({ is_active: maybe(flag) }),
    output: z.object({ service_levels: z.array(ServiceLevel), count }),
    published: false,
    summary: 'Lists the service levels of the current price book, for filters, forms and settings.',
  }),
}
