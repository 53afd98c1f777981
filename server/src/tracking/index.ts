import { trackingApi } from '@waybill/domain/tracking/api'
import { serve, serveRaw, type Route } from '../kit/handler.ts'
import {
  showTrackingPage,
  showTrackingWidget,
  takeDigits,
  takeReceiverForm,
  trackingPage,
  trackingWidget,
  type ResendPins,
  type SendLink,
} from './page/show-page.ts'
import type { Subscriptions } from './page/subscription-pages.ts'
import { receiverPages, showRate, showReschedule, takeRate, takeReschedule } from './receiver.ts'
import { customWidget, showWidget, showWidgetPreview, widgetPreview } from './widget.ts'
import { trackShipments } from './track-shipments.ts'

export { trackingPage, trackingWidget }

/** Returns the routes of tracking. `resendPins` sends a PIN to a receiver again, `sendLink` a one-time link;
 * `subscriptions` are the e-mails that everybody can ask for. */
export const trackingRoutes = (
  resendPins: ResendPins,
  sendLink: SendLink,
  subscriptions: Subscriptions,
): readonly Route[] => [
  serve(trackingApi.track, trackShipments),
  serveRaw(trackingPage, showTrackingPage(subscriptions)),
  serveRaw(trackingWidget, showTrackingWidget),
  serveRaw(takeDigits, takeReceiverForm(resendPins, sendLink, subscriptions)),
  serveRaw(customWidget, showWidget),
  serveRaw(widgetPreview, showWidgetPreview),
  serveRaw(receiverPages.reschedule, showReschedule),
  serveRaw(receiverPages.takeDay, takeReschedule),
  serveRaw(receiverPages.rate, showRate),
  serveRaw(receiverPages.takeRating, takeRate),
]
