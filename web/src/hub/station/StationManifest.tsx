import { useQuery } from '@tanstack/react-query'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { endpointQuery } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'

const max_offered = 100

/** Returns the query for the manifests that can be loaded or unloaded at a branch. */
export function loadsAt(
  mode: 'load-manifest' | 'unload-manifest',
  branchId: number,
): Input<typeof interhubApi.list> {
  return mode === 'load-manifest'
    ? { phase: ['open'], from_branch_id: [branchId], limit: max_offered }
    : {
        phase: ['closed', 'departed', 'arrived'],
        to_branch_id: [branchId],
        order_by: 'planned_departure',
        order: 'asc',
        limit: max_offered,
      }
}

/**
 * Choice of the manifest for this device; when loading, it can stay empty so that each parcel uses its own open
 * manifest.
 */
export function StationManifest({
  mode,
  branch_id,
  manifest_id,
  onChange,
}: {
  mode: 'load-manifest' | 'unload-manifest'
  branch_id: number
  manifest_id: number
  onChange: (manifest_id: number, display_id: string) => void
}) {
  const { data } = useQuery(endpointQuery(interhubApi.list, loadsAt(mode, branch_id)))
  const manifests = data?.interhub_transfers ?? []
  return (
    <>
      <SelectField
        {...standaloneField<number | null>('manifest', manifest_id || null, (id) => {
          const chosen = manifests.find((one) => one.id === id)
          onChange(id ?? 0, chosen?.display_id ?? '')
        })}
        label="Manifest"
        hint={
          mode === 'load-manifest'
            ? 'Leave empty to load each parcel on the open manifest to its own branch. Or scan the barcode of a manifest.'
            : 'Or scan the barcode of a manifest while you work.'
        }
        placeholder={mode === 'load-manifest' ? 'Where each parcel belongs' : 'Choose…'}
        clearable
        options={manifests.map((one) => ({
          value: one.id,
          label: one.display_id,
          hint:
            mode === 'load-manifest'
              ? `to ${one.to_branch_name}`
              : `from ${one.from_branch_name}, ${formatCount(one.parcel_count)} parcels`,
        }))}
      />
      <PartialListNotice
        shown={manifests.length}
        total={data?.count ?? 0}
        what="manifests"
        rest="Scan the barcode of one that is not in the list."
      />
    </>
  )
}
