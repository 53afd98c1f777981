import { lazy } from 'react'

/** Loaded when an action is started from another page. */
export const NextActionDialog = lazy(async () => ({
  default: (await import('./pages/NextActionDialog.tsx')).NextActionDialog,
}))
/** Loaded when opened. */
export const MessageReceiverDialog = lazy(async () => ({
  default: (await import('./pages/MessageReceiverDialog.tsx')).MessageReceiverDialog,
}))
export { printLabels, stickers } from './print.ts'
export { ShipmentStatusBadge } from './statuses/ShipmentStatusBadge.tsx'
export { AttentionTile, StatusTile } from './lists/dashboard-tiles.tsx'
export { shipmentCard, shipmentColumns } from './lists/list-columns.tsx'
export { useStatusVisibility } from './shipment-rules.ts'
export { DriverField, unconfirmedDriver, useDriverChoices } from './DriverField.tsx'
export {
  ChangeFields,
  changeOf,
  changeProblems,
  empty_change,
  type TypedChange,
} from './pages/ChangeFields.tsx'
export { ParcelTable } from './ParcelTable.tsx'
export { PodCard } from './proof-of-delivery/PodCard.tsx'
export { Timeline } from './statuses/Timeline.tsx'
export { useFilterChoices } from './pages/use-filter-choices.ts'
export { PriceBreakdown } from './new/pricing/WhyPrice.tsx'
export { DisputesCard, useDisputes } from './receiver/DisputesCard.tsx'
