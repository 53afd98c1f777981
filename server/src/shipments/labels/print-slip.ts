import { label_logo_url } from '@waybill/domain/identity/settings'
import { formatRand } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { formatWeight } from '@waybill/domain/kit/texts/format'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { mayPrintLabel } from '@waybill/domain/shipments/labels/printable'
import { fileLink } from '../../files/index.ts'
import { brandOf } from '../../identity/index.ts'
import { formatMoment } from '../../kit/documents/moment.ts'
import { inThread } from '../../kit/threads.ts'
import type { ExternalHandler } from '../../kit/handler.ts'
import { totalKg, trackingLink, type LabelParty } from '../documents/label-data.ts'
import type * as document from '../documents/slip.ts'
import { readShipments } from '../lists/present-shipment.ts'
import { labelOf } from './labels.ts'

const renderSlip = inThread<typeof document.renderSlip>(
  new URL('../documents/slip.ts', import.meta.url),
  'renderSlip',
)

/**
 * Prints the slip of a booking for receipt printers: barcode, price and how to follow it. Its link is valid for 24
 * hours. It is no label, so printing it is not recorded.
 */
export const printSlip: ExternalHandler<typeof shipmentsApi.slip> = async (ctx, { id }) => {
  const [shipment] = await ctx.inTransaction((inner) => readShipments(inner, [id]))
  if (!shipment) throw notFound('Could not find shipment')
  const { tracking_reference, status, rate } = shipment
  ensure(mayPrintLabel(tracking_reference, status))
  const label = labelOf(ctx, shipment)
  const bytes = await renderSlip({
    brand: await brandOf(ctx, label_logo_url),
    tracking_reference,
    facts: [
      ['Date', formatMoment(shipment.time_created)],
      ['From', whoAndWhere(label.collection)],
      ['To', whoAndWhere(label.delivery)],
      ['Service', label.service_level_name],
      ['Parcels', `${label.parcels.length}, ${formatWeight(totalKg(label))}`],
    ],
    price: rate === null || rate === undefined ? null : formatRand(rate),
    tracking_link: trackingLink(label.tracking_url, tracking_reference),
    date: shipment.time_created,
  })
  return fileLink(ctx, {
    folder: 'labels',
    filename: `Slip_${tracking_reference}.pdf`,
    bytes,
    content_type: 'application/pdf',
    days: 1,
  })
}

/** Returns the name and the town of one side. */
function whoAndWhere({ name, company, address_lines }: LabelParty): string {
  return [name || company, address_lines.at(-1)].filter(Boolean).join(', ')
}
