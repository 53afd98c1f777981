import type { Stop, StopShipment } from '@waybill/domain/drivers/model'
import { useState } from 'react'
import { useGo } from '../../kit/url/use-go.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { DoneButton, SavedFirst } from './FlowSteps.tsx'
import { streetOf, suburbOf } from './trip-sheet-stops.ts'
import { stopAddress } from './StopRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/**
 * Cancels a parcel that is not sent. Its shipment must keep at least one other parcel (SET-042,
 * docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export function CancelParcelFlow({
  app,
  stop,
  shipments,
}: {
  app: DriverApp
  stop: Stop
  /** Shipments with more than one parcel. */
  shipments: readonly StopShipment[]
}) {
  const go = useGo()
  const t = useTexts()
  const here = stopAddress(stop.stop_id)
  const [chosen, setChosen] = useState('')
  const shipment = shipments.find(({ parcels }) =>
    parcels.some(({ tracking_reference }) => tracking_reference === chosen),
  )
  const done = async (): Promise<void> => {
    if (!shipment) return
    await app.record([
      {
        where: `${streetOf(stop)}, ${suburbOf(stop)}`,
        evidence: [],
        action: {
          type: 'cancel-parcel',
          shipment_id: shipment.shipment_id,
          parcel_references: [chosen],
          stop_id: stop.stop_id,
        },
      },
    ])
    await go(here, { replace: true })
  }
  return (
    <DriverFrame
      app={app}
      title={t.frame.atStop(t.stop.changes['cancel-parcel'], stop.sequence)}
      note={[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}
      back={here}
      footer={
        <DoneButton missing={shipment ? null : t.add.chooseParcel} label={t.add.cancelParcel} onDone={done} />
      }
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.listHead}>{t.add.whichNotSent}</legend>
        {shipments.flatMap(({ parcels }) =>
          parcels.map(({ tracking_reference, parcel_description }) => (
            <label key={tracking_reference} className={styles.reason}>
              <input
                className={styles.reasonInput}
                type="radio"
                name="parcel"
                checked={chosen === tracking_reference}
                onChange={() => setChosen(tracking_reference)}
              />
              {[tracking_reference, parcel_description].filter(Boolean).join(' · ')}
            </label>
          )),
        )}
      </fieldset>
      <SavedFirst />
    </DriverFrame>
  )
}
