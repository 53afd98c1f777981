import { trackingApi } from '@waybill/domain/tracking/api'
import { serve, serveRaw } from '../kit/verb.ts'
import { showTrackingPage, trackingPage } from './page/show-page.ts'
import { listTrackingEvents, trackShipments } from './track-shipments.ts'

export const trackingRoutes = [
  serve(trackingApi.track, trackShipments),
  serve(trackingApi.events, listTrackingEvents),
  serveRaw(trackingPage, showTrackingPage),
]
