import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import type { ReactNode } from 'react'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { formatCount, formatDecimal } from '../../kit/ui/values/numbers.ts'
import styles from './manifest-figures.module.css'

/** Displays the totals of a manifest and, after departure, how many parcels were received. */
export function ManifestFigures({ of: manifest }: { of: InterhubTransfer }) {
  const { parcel_count, received_count, short_count, over_count, damaged_count } = manifest
  const isActive = manifest.departed_at !== null
  const share = parcel_count > 0 ? received_count / parcel_count : 0
  return (
    <Card title="Load">
      <div className={styles.figures}>
        <Figure what={parcel_count === 1 ? 'parcel' : 'parcels'}>{formatCount(parcel_count)}</Figure>
        <Figure what={manifest.shipment_count === 1 ? 'shipment' : 'shipments'}>
          {formatCount(manifest.shipment_count)}
        </Figure>
        <Figure what="kg">{formatDecimal(manifest.total_weight_kg)}</Figure>
        <Figure what="volumetric kg">{formatDecimal(manifest.total_volumetric_kg)}</Figure>
        <Figure what="m³">{formatDecimal(manifest.total_volume_m3, 2)}</Figure>
        {isActive && (
          <>
            <Figure what="received">{formatCount(received_count)}</Figure>
            {short_count > 0 && (
              <Figure what="short" isAmiss>
                {formatCount(short_count)}
              </Figure>
            )}
            {over_count > 0 && (
              <Figure what="over" isAmiss>
                {formatCount(over_count)}
              </Figure>
            )}
            {damaged_count > 0 && (
              <Figure what="damaged" isAmiss>
                {formatCount(damaged_count)}
              </Figure>
            )}
          </>
        )}
      </div>
      {isActive && parcel_count > 0 && (
        <div
          className={styles.bar}
          role="img"
          aria-label={`${formatCount(received_count)} of ${formatCount(parcel_count)} parcels received`}
        >
          <span className={styles.barPart} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </Card>
  )
}

function Figure({
  what,
  isAmiss = false,
  children,
}: {
  what: string
  isAmiss?: boolean
  children: ReactNode
}) {
  return (
    <div className={cx(isAmiss && styles.amiss)}>
      <strong className={styles.figureStrong}>{children}</strong>
      <span className={styles.figurePart}>{what}</span>
    </div>
  )
}
