export { CancelDialog } from './CancelDialog.tsx'
export { printLabels, stickers, waybills, label_printer, type Print } from './print.ts'
export { ShipmentStatusBadge } from './ShipmentStatusBadge.tsx'
