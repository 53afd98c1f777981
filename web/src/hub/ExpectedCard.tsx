import { useQuery } from '@tanstack/react-query'
import { hubApi } from '@waybill/domain/hub/api'
import { list_of_mode, type ExpectedList } from '@waybill/domain/hub/expected'
import type { ExpectedParcel } from '@waybill/domain/hub/model'
import { useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { TextField } from '../kit/form/TextField.tsx'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Drawer } from '../kit/ui/layers/Modal.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { PartialListNotice } from '../kit/ui/states/PartialListNotice.tsx'
import { EmptyState, Loading, RegionError } from '../kit/ui/states/States.tsx'
import { Tabs } from '../kit/ui/page-layout/Tabs.tsx'
import { When } from '../kit/ui/values/Value.tsx'
import shared from './shared.module.css'
import styles from './expected-card.module.css'
import type { StationMode } from './station/station.ts'
import { useRefetchAfterScans } from './use-refetch-after-scans.ts'

/** Number of rows in the card and in the list behind 'Show all'. */
const card_rows = 9
const drawer_rows = 100
/** Polling interval of the list, in ms. */
const renewed_every = 30_000

/** For each list: its title, and the text when it is empty. */
const lists: Readonly<Record<ExpectedList, { title: string; none: string }>> = {
  coming: { title: 'Expected', none: 'Nothing is on its way here.' },
  'to-put-away': { title: 'Without a bay', none: 'Every parcel here has a bay.' },
  'to-load': { title: 'To load', none: 'No parcel here waits for another branch.' },
  'to-go-out': { title: 'To go out', none: 'No parcel here waits for its driver.' },
  'still-out': { title: 'Still out', none: 'No parcel is out.' },
  'to-measure': { title: 'To measure', none: 'Every parcel here is measured.' },
}

/**
 * Lists the parcels that this mode still expects, or in arrival modes those missing while their siblings are here,
 * and how many were scanned today.
 */
export function ExpectedCard({
  branch_id,
  accepted,
  mode,
}: {
  branch_id: number
  /** Number of scans accepted in this session; the list is fetched again after each pause. */
  accepted: number
  mode: StationMode
}) {
  const [isOpen, setOpen] = useState(false)
  const list = list_of_mode[mode]
  const { title, none } = lists[list]
  const query = useQuery({
    ...endpointQuery(hubApi.expected, {
      branch_id,
      mode,
      kind: list === 'coming' ? 'missing' : 'expected',
      limit: card_rows,
    }),
    refetchInterval: renewed_every,
  })
  useRefetchAfterScans(accepted, query.refetch)
  if (query.error && !query.data)
    return (
      <Card title={title}>
        <RegionError thrown={query.error} what="The list of this hub" onRetry={() => void query.refetch()} />
      </Card>
    )
  if (!query.data) return <Card title={title}>{!query.isPaused && <Loading lines={3} />}</Card>
  const { parcels, expected, missing, done } = query.data
  const toCome = expected + missing
  const all = done + toCome
  return (
    <Card
      title={title}
      actions={
        <span className={shared.cardNote}>
          {mode === 'look-up'
            ? `${formatCount(toCome)} to come`
            : `${formatCount(done)} of ${formatCount(all)} parcels today`}
        </span>
      }
      flush
      ruled={false}
    >
      {mode !== 'look-up' && all > 0 && (
        <div className={shared.bar} role="img" aria-label={`${done} of ${all} parcels are done today`}>
          <span className={shared.barPart} style={{ width: `${(done / all) * 100}%` }} />
        </div>
      )}
      <div className={styles.missingHead}>
        <h3 className={styles.missingHeadHeading}>
          {list === 'coming' ? 'Missing' : 'To come'}{' '}
          <span className={styles.missingHeadHeadingPart}>
            {formatCount(list === 'coming' ? missing : expected)}
          </span>
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
        <ExpectedDrawer
          branch_id={branch_id}
          mode={mode}
          totals={{ expected, missing }}
          none={none}
          onClose={() => setOpen(false)}
        />
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
  mode,
  totals,
  none,
  onClose,
}: {
  branch_id: number
  mode: StationMode
  totals: { expected: number; missing: number }
  /** Text when nothing is expected. */
  none: string
  onClose: () => void
}) {
  const list = list_of_mode[mode]
  const [kind, setKind] = useState<'missing' | 'expected'>(list === 'coming' ? 'missing' : 'expected')
  const [search, setSearch] = useState('')
  const query = useQuery({
    ...endpointQuery(hubApi.expected, {
      branch_id,
      mode,
      kind,
      search: search || undefined,
      limit: drawer_rows,
    }),
    placeholderData: (former) => former,
  })
  return (
    <Drawer title="Parcels of this hub" onClose={onClose}>
      <Tabs
        label="Which parcels"
        chosen={kind}
        onChoose={setKind}
        tabs={[
          ...(list === 'coming'
            ? [
                {
                  key: 'missing' as const,
                  label: 'Missing',
                  count: totals.missing,
                  urgent: totals.missing > 0,
                },
              ]
            : []),
          { key: 'expected', label: lists[list].title, count: totals.expected },
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
        <EmptyState title={kind === 'missing' ? 'No parcel is missing.' : none} />
      )}
      <ul>
        {query.data?.parcels.map((parcel) => (
          <ParcelRow key={parcel.parcel_id} parcel={parcel} isLong />
        ))}
      </ul>
      {query.data && (
        <PartialListNotice
          shown={query.data.parcels.length}
          total={query.data.count}
          what="parcels"
          rest="Search to narrow the list."
        />
      )}
    </Drawer>
  )
}
