import { useQuery } from '@tanstack/react-query'
import { hubApi } from '@waybill/domain/hub/api'
import type { ExpectedParcel } from '@waybill/domain/hub/model'
import { useState } from 'react'
import { reading } from '../kit/api/index.ts'
import { TextField } from '../kit/form/TextField.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { Card } from '../kit/ui/Card.tsx'
import { Drawer } from '../kit/ui/Modal.tsx'
import { formatCount } from '../kit/ui/numbers.ts'
import { EmptyState, Loading, RegionError } from '../kit/ui/States.tsx'
import { Tabs } from '../kit/ui/Tabs.tsx'
import { When } from '../kit/ui/Value.tsx'
import shared from './shared.module.css'
import styles from './expected-card.module.css'
import type { StationMode } from './station.ts'

/** Rows of the card and of the list behind 'Show all'. */
const card_rows = 9
const drawer_rows = 100
/** Milliseconds between two readings of what is missing. */
const renewed_every = 30_000

/** What is still to come to this branch, and parcels missing while their siblings are here. */
export function ExpectedCard({
  branch_id,
  accepted,
  mode,
}: {
  branch_id: number
  /** Parcels this session has taken in. */
  accepted: number
  mode: StationMode
}) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...reading(hubApi.expected, { branch_id, kind: 'missing', limit: card_rows }),
    refetchInterval: renewed_every,
    placeholderData: (former) => former,
  })
  if (query.error && !query.data)
    return (
      <Card title="Expected">
        <RegionError thrown={query.error} what="The list of this hub" onRetry={() => void query.refetch()} />
      </Card>
    )
  if (!query.data) return <Card title="Expected">{!query.isPaused && <Loading lines={3} />}</Card>
  const { parcels, expected, missing } = query.data
  const done = mode === 'arrive' ? accepted : 0
  const all = done + expected
  return (
    <Card
      title="Expected"
      actions={
        <span className={shared.cardNote}>
          {mode === 'arrive'
            ? `${formatCount(done)} of ${formatCount(all)} parcels`
            : `${formatCount(expected)} to come`}
        </span>
      }
      flush
      ruled={false}
    >
      {mode === 'arrive' && all > 0 && (
        <div className={shared.bar} role="img" aria-label={`${done} of ${all} parcels have arrived`}>
          <span className={shared.barPart} style={{ width: `${(done / all) * 100}%` }} />
        </div>
      )}
      <div className={styles.missingHead}>
        <h3 className={styles.missingHeadHeading}>
          Missing <span className={styles.missingHeadHeadingPart}>{formatCount(missing)}</span>
        </h3>
        <Button variant="link" onClick={() => setOpen(true)}>
          Show all
        </Button>
      </div>
      <ul>
        {parcels.map((parcel) => (
          <ParcelRow key={parcel.parcel_id} parcel={parcel} />
        ))}
      </ul>
      {isOpen && (
        <ExpectedDrawer branch_id={branch_id} totals={{ expected, missing }} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

function ParcelRow({ parcel, isLong = false }: { parcel: ExpectedParcel; isLong?: boolean }) {
  const here = parcel.parcel_count > 1 ? `${parcel.parcels_here} of ${parcel.parcel_count} here` : ''
  return (
    <li className={shared.parcel}>
      <span>
        <span className="mono">{parcel.tracking_reference}</span> <span>{parcel.delivery_suburb}</span>
      </span>
      <span className={shared.parcelEnd}>{here}</span>
      {isLong && (
        <small className={styles.parcelSmall}>
          {parcel.account_name} · {parcel.service_level_code}
          {parcel.last_branch_name && (
            <>
              {' · last seen at '}
              {parcel.last_branch_name} <When at={parcel.last_scan} />
            </>
          )}
        </small>
      )}
    </li>
  )
}

function ExpectedDrawer({
  branch_id,
  totals,
  onClose,
}: {
  branch_id: number
  totals: { expected: number; missing: number }
  onClose: () => void
}) {
  const [kind, setKind] = useState<'missing' | 'expected'>('missing')
  const [search, setSearch] = useState('')
  const query = useQuery({
    ...reading(hubApi.expected, { branch_id, kind, search: search || undefined, limit: drawer_rows }),
    placeholderData: (former) => former,
  })
  return (
    <Drawer title="Parcels of this hub" onClose={onClose}>
      <Tabs
        label="Which parcels"
        chosen={kind}
        onChoose={setKind}
        tabs={[
          { key: 'missing', label: 'Missing', count: totals.missing, urgent: totals.missing > 0 },
          { key: 'expected', label: 'Expected', count: totals.expected },
        ]}
      />
      <TextField
        name="search"
        label="Search"
        hideLabel
        type="search"
        placeholder="Reference, account or suburb"
        takesScans
        value={search}
        onChange={setSearch}
        onLeave={() => undefined}
        error={undefined}
        register={() => undefined}
      />
      {query.error && (
        <RegionError thrown={query.error} what="The list" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={8} />}
      {query.data?.parcels.length === 0 && (
        <EmptyState title={kind === 'missing' ? 'No parcel is missing.' : 'Nothing is on its way here.'} />
      )}
      <ul>
        {query.data?.parcels.map((parcel) => (
          <ParcelRow key={parcel.parcel_id} parcel={parcel} isLong />
        ))}
      </ul>
      {query.data && query.data.count > query.data.parcels.length && (
        <p className={shared.quiet}>
          The first {formatCount(query.data.parcels.length)} of {formatCount(query.data.count)}. Search to
          narrow the list.
        </p>
      )}
    </Drawer>
  )
}
