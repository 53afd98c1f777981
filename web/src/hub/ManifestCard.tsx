import { useQuery } from '@tanstack/react-query'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { endpointQuery } from '../kit/api/index.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import { loadsAt } from './station/StationManifest.tsx'
import { useRefetchAfterScans } from './use-refetch-after-scans.ts'
import scanner from './shared.module.css'
import styles from './manifest-card.module.css'

/** Polling interval of the manifests, in ms, because other users scan at the same time. */
const renewed_every = 15_000

/** Displays the chosen manifest with its progress, or all suitable manifests of the branch when none is chosen. */
export function ManifestCard({
  mode,
  manifest_id,
  branch_id,
  accepted,
}: {
  mode: 'load-manifest' | 'unload-manifest'
  manifest_id: number
  branch_id: number
  /** Number of scans accepted in this session; the manifests are fetched again after each pause. */
  accepted: number
}) {
  const query = useQuery({
    ...endpointQuery(interhubApi.list, manifest_id ? { id: [manifest_id] } : loadsAt(mode, branch_id)),
    refetchInterval: renewed_every,
    placeholderData: (former) => former,
  })
  useRefetchAfterScans(accepted, query.refetch)
  const manifests = query.data?.interhub_transfers ?? []
  const title = manifest_id
    ? 'Manifest'
    : mode === 'load-manifest'
      ? 'Open manifests'
      : 'Manifests on their way'
  if (query.error && !query.data)
    return (
      <Card title={title}>
        <RegionError thrown={query.error} what="The manifest" onRetry={() => void query.refetch()} />
      </Card>
    )
  if (!query.data) return <Card title={title}>{!query.isPaused && <Loading lines={3} />}</Card>
  return (
    <Card title={title} flush ruled={false}>
      {manifests.length === 0 ? (
        <p className={scanner.repeats}>
          {mode === 'load-manifest' ? 'No manifest is open here.' : 'No manifest is on its way here.'}
        </p>
      ) : (
        <ul>
          {manifests.map((one) => (
            <Load key={one.id} manifest={one} isLoading={mode === 'load-manifest'} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Load({ manifest, isLoading }: { manifest: InterhubTransfer; isLoading: boolean }) {
  const { parcel_count, received_count } = manifest
  const share = parcel_count > 0 ? received_count / parcel_count : 0
  return (
    <li className={scanner.parcel}>
      <span>
        <AppLink to={`/interhub-transfers/${manifest.id}`} className="mono">
          {manifest.display_id}
        </AppLink>{' '}
        <span>{isLoading ? `to ${manifest.to_branch_name}` : `from ${manifest.from_branch_name}`}</span>
      </span>
      <span className={scanner.parcelEnd}>
        {isLoading
          ? `${formatCount(parcel_count)} on it`
          : `${formatCount(received_count)} of ${formatCount(parcel_count)}`}
      </span>
      {!isLoading && (
        <span className={cx(scanner.bar, styles.loadBar)} aria-hidden="true">
          <span className={scanner.barPart} style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </li>
  )
}
