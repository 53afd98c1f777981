import { ratesApi } from '@waybill/domain/rates/api'
import { serve, servePartner } from '../kit/verb.ts'
import { readHolidays, readServiceAreas, readServiceLevels, saveHolidays } from './calendar.ts'
import { quoteOptIns, quoteRoute } from './price-route.ts'

export { factsOf, type AccountFacts } from './account-facts.ts'
export { bookInForce, bookOf } from './price-books.ts'
export { located } from './price-route.ts'
export { pointOf, priceRequest, type LocatedSide, type QuoteTerms } from './quote.ts'
export { insertRevision } from './store.ts'

export const ratesRoutes = [
  servePartner(ratesApi.price, quoteRoute),
  servePartner(ratesApi.optIn, quoteOptIns),
  serve(ratesApi.serviceAreas, readServiceAreas),
  serve(ratesApi.holidays, readHolidays),
  serve(ratesApi.replaceHolidays, saveHolidays),
  serve(ratesApi.serviceLevels, readServiceLevels),
]
