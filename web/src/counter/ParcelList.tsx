import type { CounterParcel } from '@waybill/domain/counter/model'
import type { ReactNode } from 'react'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Count } from '../kit/ui/values/Count.tsx'
import { Tag, When } from '../kit/ui/values/Value.tsx'
import styles from './parcel-list.module.css'

/** A titled list of parcels, each with its receiver, its deadline and one action. */
export function ParcelList({
  title,
  parcels,
  empty,
  action,
}: {
  title: string
  parcels: readonly CounterParcel[]
  /** Displayed instead of an empty list. */
  empty: string
  action?: (parcel: CounterParcel) => ReactNode
}) {
  return (
    <Card title={title} note={<Count of={parcels.length} what="parcels" />} flush>
      {parcels.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul>
          {parcels.map((parcel) => (
            <li key={`${parcel.shipment_id} ${parcel.leg}`} className={styles.row}>
              <span className={styles.facts}>
                <strong className="mono">{parcel.reference}</strong>
                {parcel.door !== '' && <Tag>{`Door ${parcel.door}`}</Tag>}
                <span className={styles.receiver}>
                  {parcel.leg === 'collection' ? `to ${parcel.receiver}` : parcel.receiver}
                </span>
                {parcel.deadline && parcel.state !== 'left' && (
                  <span className={styles.deadline}>
                    until <When at={parcel.deadline} />
                  </span>
                )}
              </span>
              {action?.(parcel)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
