import { ratesApi } from '@waybill/domain/rates/api'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { serve, serveExternal } from '../kit/handler.ts'
import { readHolidays, readServiceAreas, readServiceLevels, saveHolidays } from './calendar.ts'
import { changeDraft, startDraft } from './change-draft.ts'
import { estimateRoute } from './estimate-route.ts'
import { quoteOptIns, quoteRoute } from './price-route.ts'
import { offerPoints } from './offer-points.ts'
import { discardDraft, publishDraft } from './publish-draft.ts'
import { listRevisions, readRevision } from './read-revisions.ts'

export { audited_revision } from './audited-store.ts'
export { limitedCollections, reserveDays } from './capacity.ts'
export { factsOf, podMethodOf, type AccountFacts } from './account-facts.ts'
export { rejectTagOfPrices, rejectZoneOfPrices } from './map-in-use.ts'
export { deleteLaneDraft, openLaneDraft, reopenLaneDraft, type LaneDraft } from './moved-lanes.ts'
export { bookInForce, bookOf, freshBook } from './price-books.ts'
export {
  answerQuote,
  type CorrectedPosition,
  noRates,
  quoteRoute,
  requireLocated,
  servedBy,
  sideAtPoint,
} from './price-route.ts'
export { pointOf, priceRequest, wantedLevel, type LocatedSide, type QuoteTerms } from './quote.ts'
export { insertRevision } from './store.ts'

export const ratesRoutes = [
  serveExternal(ratesApi.price, quoteRoute),
  serveExternal(ratesApi.optIn, quoteOptIns),
  serveExternal(ratesApi.offerPoints, offerPoints),
  serve(ratesApi.serviceAreas, readServiceAreas),
  serve(ratesApi.holidays, readHolidays),
  serve(ratesApi.replaceHolidays, saveHolidays),
  serve(ratesApi.serviceLevels, readServiceLevels),
  serve(revisionsApi.list, listRevisions),
  serve(revisionsApi.detail, readRevision),
  serve(revisionsApi.create, startDraft),
  serve(revisionsApi.change, changeDraft),
  serve(revisionsApi.discard, discardDraft),
  serve(revisionsApi.publish, publishDraft),
  serveExternal(revisionsApi.estimate, estimateRoute),
]
