import type { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer, ManifestParcel } from '@waybill/domain/hub/manifest'
import { label_logo_url } from '@waybill/domain/identity/settings'
import { fileLink } from '../../files/index.ts'
import { brandOf } from '../../identity/index.ts'
import type { Brand } from '../../kit/documents/brand.ts'
import { inThread } from '../../kit/threads.ts'
import type { ExternalHandler } from '../../kit/handler.ts'
import { manifestCsv } from '../documents/manifest-csv.ts'
import type * as document from '../documents/manifest-sheet.ts'
import { readManifestDetail } from './list-manifests.ts'

const renderManifest = inThread<typeof document.renderManifest>(
  new URL('../documents/manifest-sheet.ts', import.meta.url),
  'renderManifest',
)

/**
 * Returns a link, valid for 24 hours, to the manifest as PDF with the barcode that scanners and drivers read, or as
 * CSV.
 */
export const printManifest: ExternalHandler<typeof interhubApi.download> = async (ctx, { id, format }) => {
  const { interhub_transfer, parcels } = await ctx.inTransaction((inner) => readManifestDetail(inner, { id }))
  const name = `Manifest_${interhub_transfer.display_id}`
  if (format === 'csv')
    return fileLink(ctx, {
      folder: 'manifests',
      filename: `${name}.csv`,
      bytes: Buffer.from(manifestCsv(interhub_transfer, parcels), 'utf8'),
      content_type: 'text/csv; charset=utf-8',
      days: 1,
    })
  const brand = await brandOf(ctx, label_logo_url)
  return fileLink(ctx, {
    folder: 'manifests',
    filename: `${name}.pdf`,
    bytes: await renderManifest(sheetOf(brand, interhub_transfer, parcels, ctx.now)),
    content_type: 'application/pdf',
    days: 1,
  })
}

function sheetOf(
  brand: Brand,
  manifest: InterhubTransfer,
  parcels: readonly ManifestParcel[],
  printedAt: Date,
): document.ManifestSheet {
  return {
    ...manifest,
    brand,
    printed_at: printedAt,
    carrier: manifest.carrier ?? '',
    service_level: manifest.service_level ?? '',
    driver_name: manifest.driver_name ?? '',
    vehicle_registration: manifest.vehicle_registration ?? '',
    trailer: manifest.trailer ?? '',
    seal_number: manifest.seal_number ?? '',
    waybill_reference: manifest.waybill_reference ?? '',
    lines: parcels.map(lineOf),
  }
}

function lineOf(parcel: ManifestParcel): document.ManifestLine {
  const { tracking_reference, account_name, service_level_code, weight_kg } = parcel
  return {
    tracking_reference,
    account_name,
    service_level_code,
    weight_kg,
    destination: [parcel.delivery_suburb, parcel.delivery_branch_name].filter(Boolean).join(', '),
    mark: markOf(parcel),
  }
}

function markOf({ state, condition }: ManifestParcel): string {
  if (condition === 'damaged') return 'Damaged'
  return { loaded: '', received: 'Received', short: 'Short', over: 'Over' }[state]
}
