import { IconAlertTriangle } from '../kit/icons/icons.ts'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Parcel, Shipment } from '@waybill/domain/shipments/model'
import { mayReleaseParcel } from '@waybill/domain/shipments/statuses/interventions'
import { useEndpointMutation } from '../kit/api/index.ts'
import { showError } from '../kit/layers/alerts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { formatDecimal } from '../kit/ui/values/numbers.ts'
import { usePhone } from '../kit/ui/page-layout/use-phone.ts'
import detail from './detail.module.css'
import styles from './parcel-table.module.css'
import { ShipmentStatusBadge } from './statuses/ShipmentStatusBadge.tsx'
import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'

type Kind = 'submitted' | 'actual'

/** Returns the sizes in cm and the weight in kg as text, for example `40 × 30 × 30, 6.2`. */
function measures(parcel: Parcel, kind: Kind): string {
  const sizes = (['length', 'width', 'height'] as const).map((side) =>
    formatDecimal(parcel[`${kind}_${side}_cm`], 1),
  )
  return `${sizes.join(' × ')}, ${formatDecimal(parcel[`${kind}_weight_kg`])}`
}

/** Table of the parcels of a shipment with submitted and measured sizes. Measured sizes that differ are highlighted. */
export function ParcelTable({ shipment }: { shipment: Shipment }) {
  const isPhone = usePhone()
  const { parcels } = shipment
  const note = `${parcels.length} · actual ${formatDecimal(shipment.actual_weight)} kg · volumetric ${formatDecimal(shipment.volumetric_weight)} kg`
  return (
    <Card title="Parcels" note={note} flush>
      {isPhone ? (
        <div className={styles.parcelCards}>
          {parcels.map((parcel) => (
            <div key={parcel.id} className={styles.parcelCard}>
              <span className="mono">{parcel.tracking_reference}</span>
              <ShipmentStatusBadge status={parcel.status} size="compact" />
              <ReleaseParcel shipment={shipment} parcel={parcel} />
              <span>{describe(parcel)}</span>
              <Measured parcel={parcel} />
            </div>
          ))}
        </div>
      ) : (
        <ScrollRegion label="Parcels" className={styles.scroll}>
          <table className={styles.table}>
            <caption className="only-heard">Parcels</caption>
            <thead>
              <tr>
                <th scope="col">Parcel</th>
                <th scope="col">Description</th>
                <th scope="col">Submitted (cm, kg)</th>
                <th scope="col">Measured (cm, kg)</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {parcels.map((parcel) => (
                <tr key={parcel.id}>
                  <td className="mono">{parcel.tracking_reference}</td>
                  <td>{describe(parcel)}</td>
                  <td>{measures(parcel, 'submitted')}</td>
                  <td>
                    <Measured parcel={parcel} />
                  </td>
                  <td>
                    <ShipmentStatusBadge status={parcel.status} />{' '}
                    <ReleaseParcel shipment={shipment} parcel={parcel} />
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

/** Button that lets a held or damaged parcel travel on with the others; renders nothing for other parcels. */
function ReleaseParcel({ shipment, parcel }: { shipment: Shipment; parcel: Parcel }) {
  const me = useMe()
  const release = useEndpointMutation(shipmentsApi.changeParcels, {
    refresh: [shipmentsApi.detail, shipmentsApi.rows],
    failed: (thrown) => showError(thrown, 'The parcel was not released'),
  })
  if (!mayCall(me, shipmentsApi.changeParcels) || mayReleaseParcel(me, shipment, parcel) !== true) return null
  const { id, version, status } = shipment
  return (
    <Button
      size="xs"
      busy={release.isPending}
      aria-label={`Release ${parcel.tracking_reference}`}
      onClick={() => release.mutate({ id, version, parcels: [{ id: parcel.id, status }] })}
    >
      Release
    </Button>
  )
}

function describe(parcel: Parcel): string {
  const items = parcel.item_count && parcel.item_count > 1 ? `${parcel.item_count} items` : ''
  const sticker = parcel.alternative_tracking_reference ?? ''
  return [parcel.parcel_description || parcel.packaging, items, sticker].filter(Boolean).join(', ')
}

function Measured({ parcel }: { parcel: Parcel }) {
  if (!parcel.has_been_dimensioned) return <span className={detail.quiet}>Not measured</span>
  const measured = measures(parcel, 'actual')
  if (measured === measures(parcel, 'submitted')) return <span>{measured}</span>
  return (
    <span className={styles.differs}>
      {measured}
      <Icon className={styles.differsIcon} of={IconAlertTriangle} size={14} />
      <span className="only-heard"> differs from what was submitted</span>
    </span>
  )
}
