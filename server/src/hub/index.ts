import { hubApi } from '@waybill/domain/hub/api'
import { serve } from '../kit/verb.ts'
import { addEvent, readShipmentEvents } from './manual-event.ts'
import { readExpected } from './read-expected.ts'

export const hubRoutes = [
  serve(hubApi.events, readShipmentEvents),
  serve(hubApi.addEvent, addEvent),
  serve(hubApi.expected, readExpected),
]
