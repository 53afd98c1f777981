import { measuresText } from '@waybill/domain/shipments/doubtful-measures'
import type { WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import { AttachedFiles } from '../../files/index.ts'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import styles from './compared-parcels.module.css'

/** Shows the booked, measured and decided measures of each parcel side by side, with the photos on the scale. */
export function ComparedParcels({ discrepancy }: { discrepancy: WeightDiscrepancy }) {
  return (
    <Card title="Size and weight" note={discrepancy.parcels.length}>
      <Stack>
        {discrepancy.parcels.map(({ parcel_id, tracking_reference, submitted, measured, decided }) => (
          <section key={parcel_id} className={styles.parcel} aria-label={tracking_reference}>
            <h3 className="mono">{tracking_reference}</h3>
            <Facts
              of={[
                ['Booked', measuresText(submitted)],
                ['Measured', <b key="measured">{measuresText(measured)}</b>],
                ...(decided ? [['Agreed', <b key="agreed">{measuresText(decided)}</b>] as const] : []),
              ]}
            />
          </section>
        ))}
        {discrepancy.photos.length === 0 ? (
          <p className={styles.quiet}>No photo was taken on the scale.</p>
        ) : (
          <AttachedFiles files={discrepancy.photos} />
        )}
      </Stack>
    </Card>
  )
}
