import { IconDotsVertical } from '../../kit/icons/icons.ts'
import type { InterhubTransfer, ManifestParcel } from '@waybill/domain/hub/manifest'
import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { formatCount, formatDecimal } from '../../kit/ui/values/numbers.ts'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { loadedState } from './manifest-texts.ts'
import styles from './manifest-parcels.module.css'

type Part = 'all' | 'to-come' | 'differences'

const parts: Readonly<Record<Part, (parcel: ManifestParcel) => boolean>> = {
  all: () => true,
  'to-come': ({ state }) => state === 'loaded' || state === 'short',
  differences: ({ state, condition }) => state === 'short' || state === 'over' || condition === 'damaged',
}

/** Actions on one parcel of a manifest; an absent action is not offered. */
export interface ParcelActs {
  remove?: (parcel: ManifestParcel) => void
  damaged?: (parcel: ManifestParcel) => void
  good?: (parcel: ManifestParcel) => void
}

/** Lists the parcels of a manifest, with filters for parcels to come and differences, and a text search. */
export function ManifestParcels({
  manifest,
  parcels,
  acts,
}: {
  manifest: InterhubTransfer
  parcels: readonly ManifestParcel[]
  acts: ParcelActs
}) {
  const isPhone = usePhone()
  const [part, setPart] = useState<Part>('all')
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const shown = parcels.filter(
    (parcel) =>
      parts[part](parcel) &&
      [parcel.tracking_reference, parcel.account_name, parcel.delivery_suburb]
        .join(' ')
        .toLowerCase()
        .includes(words),
  )
  const hasLeft = manifest.departed_at !== null
  const seesCost = parcels.some(({ cost }) => cost !== null)
  return (
    <Card title="Parcels" note={formatCount(parcels.length)} flush>
      {parcels.length > 0 && (
        <div className={styles.head}>
          {hasLeft && (
            <Segments
              label="Which parcels"
              chosen={part}
              onChoose={setPart}
              choices={[
                { key: 'all', label: 'All' },
                { key: 'to-come', label: 'To come' },
                { key: 'differences', label: 'Differences' },
              ]}
            />
          )}
          <div className={styles.search}>
            <TextField
              {...standaloneField('search', search, setSearch)}
              label="Find a parcel"
              hideLabel
              type="search"
              placeholder="Reference, account or suburb"
              size="compact"
            />
          </div>
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState
          title={
            parcels.length === 0
              ? 'No parcel yet. Scan parcels in, here or with the hub scanner.'
              : 'No parcel of this load matches.'
          }
        />
      ) : isPhone ? (
        <div className={styles.cards}>
          {shown.map((parcel) => (
            <div key={parcel.parcel_id} className={styles.card}>
              <ParcelLink parcel={parcel} />
              <StatusBadge {...loadedState(parcel)} size="compact" />
              <ParcelMenu parcel={parcel} acts={acts} />
              <small className={styles.cardSmall}>
                {[
                  parcel.account_name,
                  placeOf(parcel, manifest.to_branch_name),
                  `${formatDecimal(parcel.weight_kg)} kg`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {parcel.condition_note && <small className={styles.cardSmall}>{parcel.condition_note}</small>}
            </div>
          ))}
        </div>
      ) : (
        <ScrollRegion className={styles.scroll} label="Parcels of this manifest">
          <table className={styles.table}>
            <caption className="only-heard">Parcels</caption>
            <thead>
              <tr>
                <th scope="col">Parcel</th>
                <th scope="col">Account</th>
                <th scope="col">Service</th>
                <th scope="col">To</th>
                <th scope="col" className={styles.number}>
                  kg
                </th>
                {seesCost && (
                  <th scope="col" className={styles.number}>
                    Cost
                  </th>
                )}
                <th scope="col">State</th>
                <th scope="col">
                  <span className="only-heard">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((parcel) => (
                <tr key={parcel.parcel_id}>
                  <td>
                    <ParcelLink parcel={parcel} />
                  </td>
                  <td>{parcel.account_name}</td>
                  <td>{parcel.service_level_code}</td>
                  <td>{placeOf(parcel, manifest.to_branch_name)}</td>
                  <td className={styles.number}>{formatDecimal(parcel.weight_kg)}</td>
                  {seesCost && (
                    <td className={styles.number}>
                      <Money cents={parcel.cost} />
                    </td>
                  )}
                  <td>
                    <StatusBadge {...loadedState(parcel)} size="compact" />
                    {parcel.condition_note && <span className={styles.remark}>{parcel.condition_note}</span>}
                  </td>
                  <td className={styles.menu}>
                    <ParcelMenu parcel={parcel} acts={acts} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  )
}

function ParcelLink({ parcel }: { parcel: ManifestParcel }) {
  return (
    <AppLink to={`/shipments/${parcel.shipment_id}`} className="mono">
      {parcel.tracking_reference}
    </AppLink>
  )
}

/** Returns the delivery suburb, with the delivery branch when that is not the destination of the manifest. */
function placeOf({ delivery_suburb, delivery_branch_name }: ManifestParcel, to: string): string {
  const branch = delivery_branch_name === to ? '' : delivery_branch_name
  return [delivery_suburb, branch].filter(Boolean).join(', ')
}

function ParcelMenu({ parcel, acts }: { parcel: ManifestParcel; acts: ParcelActs }) {
  const isOff = parcel.received_at !== null
  const { remove, damaged, good } = acts
  const entries: MenuEntry[] = [
    ...(remove ? [{ label: 'Take off the manifest', danger: true, onSelect: () => remove(parcel) }] : []),
    ...(damaged && isOff && parcel.condition !== 'damaged'
      ? [{ label: 'Note damage…', onSelect: () => damaged(parcel) }]
      : []),
    ...(good && isOff && parcel.condition === 'damaged'
      ? [{ label: 'Remove the damage note', onSelect: () => good(parcel) }]
      : []),
  ]
  if (entries.length === 0) return <span />
  return (
    <Menu label={`Actions for ${parcel.tracking_reference}`} entries={entries}>
      {(trigger) => (
        <IconButton
          {...trigger}
          label={`Actions for ${parcel.tracking_reference}`}
          icon={IconDotsVertical}
          size="sm"
          tooltip={false}
        />
      )}
    </Menu>
  )
}
