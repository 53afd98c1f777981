import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, flag, maybe, text } from '../kit/calls/wire.ts'
import { Holiday, OptInAnswer, OptInInput, RatesAnswer, RatesInput, ServiceArea } from './model.ts'
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
    summary: 'Prices every service level that can carry the parcels; stores nothing.',
  }),
  optIn: endpoint('POST /rates/opt-in', {
    body: 'many',
    input: OptInInput,
    output: OptInAnswer,
    audience: 'public',
    summary: 'The optional extras that can be bought on a route.',
  }),
  serviceAreas: endpoint('GET /rates/service-areas', {
    input: z.object({ is_default: maybe(flag) }),
    output: z.object({ service_areas: z.array(ServiceArea), count }),
    summary: 'The areas and the days on which they are served.',
  }),
  holidays: endpoint('GET /rates/holidays', {
    input: z.object({}),
    output: HolidayList,
    summary: 'The public holidays that estimates skip, ascending.',
  }),
  replaceHolidays: endpoint('POST /rates/holidays', {
    body: 'many',
    input: z.array(z.object({ date: day, description: maybe(text(200)) })),
    output: HolidayList,
    summary: 'Replaces the public holidays, a bare array; years without any day in it have those of the law.',
  }),
  serviceLevels: endpoint('GET /rates/service-levels', {
    input: z.object({ is_active: maybe(flag) }),
    output: z.object({ service_levels: z.array(ServiceLevel), count }),
    published: false,
    summary: 'The service levels of the price book in force, for filters, forms and settings.',
  }),
}
