import { useQuery } from '@tanstack/react-query'
import type { Stop } from '@waybill/domain/drivers/model'
import { ratesApi } from '@waybill/domain/rates/api'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { useGo } from '../../kit/url/use-go.ts'
import {
  addedParcel,
  empty_parcel,
  empty_receiver,
  receiverFields,
  missingForParcel,
  missingForReceiver,
  type TypedParcel,
  type TypedReceiver,
} from './add-input.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import styles from './add-flow.module.css'
import { DoneButton, SavedFirst, Step } from './FlowSteps.tsx'
import { ProofText } from '../proof-of-delivery/ProofFields.tsx'
import { streetOf, suburbOf, type Subject } from './trip-sheet-stops.ts'
import { stopAddress } from './StopRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** Adds a parcel to a shipment at its collection, or a shipment for the account of the stop (SET-046, SET-047). */
export function AddFlow({
  app,
  stop,
  choices,
  adds,
}: {
  app: DriverApp
  stop: Stop
  /**
   * The shipments or collection request to which it may be added; the first one is preselected. Only for a parcel can
   * the driver choose another.
   */
  choices: readonly { name: string; subject: Subject }[]
  adds: 'parcel' | 'shipment'
}) {
  const go = useGo()
  const t = useTexts()
  const here = stopAddress(stop.stop_id)
  const [chosen, setChosen] = useState(0)
  const [parcel, setParcel] = useState(empty_parcel)
  const [receiver, setReceiver] = useState(empty_receiver)
  const isShipment = adds === 'shipment'
  useScan((_, raw) => {
    setParcel((now) => ({ ...now, sticker: cleanReference(raw) }))
    playScanSound('accepted')
  })
  const missing = missingForParcel(parcel) ?? (isShipment ? missingForReceiver(receiver) : null)
  const done = async (): Promise<void> => {
    await app.record([
      {
        where: `${streetOf(stop)}, ${suburbOf(stop)}`,
        evidence: [],
        action: {
          type: isShipment ? 'add-shipment' : 'add-parcel',
          ...choices[chosen]?.subject,
          stop_id: stop.stop_id,
          payload: { parcels: [addedParcel(parcel)], ...(isShipment ? receiverFields(receiver) : {}) },
        },
      },
    ])
    playScanSound('accepted')
    await go(here, { replace: true })
  }
  return (
    <DriverFrame
      app={app}
      title={t.frame.atStop(t.stop.changes[isShipment ? 'add-shipment' : 'add-parcel'], stop.sequence)}
      note={[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}
      back={here}
      footer={
        <DoneButton missing={missing} label={isShipment ? t.add.shipment : t.add.parcel} onDone={done} />
      }
    >
      {choices.length > 1 && !isShipment && (
        <fieldset className={shared.reasons}>
          <legend className={shared.listHead}>{t.add.toWhich}</legend>
          {choices.map(({ name }, at) => (
            <label key={name} className={shared.reason}>
              <input
                className={shared.reasonInput}
                type="radio"
                name="shipment"
                checked={chosen === at}
                onChange={() => setChosen(at)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <Step number={1} isDone={missingForParcel(parcel) === null} title={t.add.theParcel}>
        <ParcelFields parcel={parcel} onChange={(part) => setParcel((now) => ({ ...now, ...part }))} />
      </Step>
      {isShipment && (
        <Step number={2} isDone={missingForReceiver(receiver) === null} title={t.add.whereTo}>
          <ReceiverFields
            receiver={receiver}
            onChange={(part) => setReceiver((now) => ({ ...now, ...part }))}
          />
        </Step>
      )}
      <SavedFirst />
    </DriverFrame>
  )
}

function ParcelFields({
  parcel,
  onChange,
}: {
  parcel: TypedParcel
  onChange: (part: Partial<TypedParcel>) => void
}) {
  const { add } = useTexts()
  const size = (key: 'length' | 'width' | 'height' | 'weight', label: string) => (
    <ProofText
      label={label}
      isRequired
      inputMode="decimal"
      value={parcel[key]}
      onChange={(value) => onChange({ [key]: value.replaceAll(/[^\d.,]/g, '') })}
    />
  )
  return (
    <div className={shared.fields}>
      <div className={styles.thirds}>
        {size('length', add.length)}
        {size('width', add.width)}
        {size('height', add.height)}
      </div>
      {size('weight', add.weight)}
      <ProofText
        label={add.content}
        isRequired={false}
        value={parcel.description}
        onChange={(description) => onChange({ description })}
      />
      <ProofText
        label={add.sticker}
        isRequired={false}
        value={parcel.sticker}
        onChange={(sticker) => onChange({ sticker: cleanReference(sticker) })}
      />
    </div>
  )
}

function ReceiverFields({
  receiver,
  onChange,
}: {
  receiver: TypedReceiver
  onChange: (part: Partial<TypedReceiver>) => void
}) {
  const t = useTexts()
  const levels = useQuery(endpointQuery(ratesApi.serviceLevels, { is_active: true }))
  const text = (
    key: keyof TypedReceiver,
    label: string,
    more: { isRequired?: boolean; type?: 'tel'; inputMode?: 'numeric' } = {},
  ) => (
    <ProofText
      label={label}
      isRequired
      {...more}
      value={receiver[key]}
      onChange={(value) => onChange({ [key]: value })}
    />
  )
  return (
    <div className={shared.fields}>
      {text('name', t.add.receiver)}
      {text('mobile_number', t.handOver.mobileNumber, { type: 'tel' })}
      {text('street', t.add.street)}
      {text('suburb', t.add.suburb)}
      {text('city', t.add.city)}
      {text('code', t.add.code, { isRequired: false, inputMode: 'numeric' })}
      <label className={shared.proofText}>
        <span className={shared.label}>{t.add.service}</span>
        <select
          className={shared.input}
          value={receiver.service}
          onChange={(event) => onChange({ service: event.target.value })}
        >
          <option value="">{t.add.defaultService}</option>
          {(levels.data?.service_levels ?? []).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
