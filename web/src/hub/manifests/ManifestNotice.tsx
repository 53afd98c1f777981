import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import type { IncompleteShipment } from '@waybill/domain/hub/manifest-rules'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { differencesText, differs } from './manifest-texts.ts'

/** Notices about a closing that failed, and about incomplete shipments or differences; nothing when there are none. */
export function ManifestNotice(props: {
  manifest: InterhubTransfer
  incomplete: readonly IncompleteShipment[]
}) {
  const { not_closed_reason } = props.manifest
  return (
    <>
      {not_closed_reason && (
        <Notice variant="error" title="It could not be closed at its time.">
          {not_closed_reason}
        </Notice>
      )}
      <DifferenceNotice {...props} />
    </>
  )
}

function DifferenceNotice({
  manifest,
  incomplete,
}: {
  manifest: InterhubTransfer
  incomplete: readonly IncompleteShipment[]
}) {
  if (incomplete.length > 0) {
    const [first] = incomplete
    const which =
      incomplete.length === 1 && first
        ? `${first.reference}: ${first.loaded} of ${first.parcel_count} parcels.`
        : `${formatCount(incomplete.length)} shipments have parcels that are not on it.`
    return (
      <Notice variant="warning" title="Not all parcels are on it.">
        {which}
      </Notice>
    )
  }
  if (!differs(manifest)) return null
  const text = differencesText(manifest)
  return (
    <Notice variant={manifest.phase === 'received' ? 'error' : 'warning'} title={`${text}.`}>
      {manifest.short_count > 0
        ? 'If a missing parcel is found, scan it in at the hub. It is then no longer short.'
        : 'See the parcels below.'}
    </Notice>
  )
}
