import { trackingApi } from '@waybill/domain/tracking/api'
import { serve, serveRaw } from '../kit/handler.ts'
import { showTrackingPage, takeDigits, takeReceiverDigits, trackingPage } from './page/show-page.ts'
import { receiverPages, showRate, showReschedule, takeRate, takeReschedule } from './receiver.ts'
import { customWidget, showWidget, showWidgetPreview, widgetPreview } from './widget.ts'
import { trackShipments } from './track-shipments.ts'

export { trackingPage }

export const trackingRoutes = [
  serve(trackingApi.track, trackShipments),
  serveRaw(trackingPage, showTrackingPage),
  serveRaw(takeDigits, takeReceiverDigits),
  serveRaw(customWidget, showWidget),
  serveRaw(widgetPreview, showWidgetPreview),
  serveRaw(receiverPages.reschedule, showReschedule),
  serveRaw(receiverPages.takeDay, takeReschedule),
  serveRaw(receiverPages.rate, showRate),
  serveRaw(receiverPages.takeRating, takeRate),
]
