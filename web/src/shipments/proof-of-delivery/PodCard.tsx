import { useQuery } from '@tanstack/react-query'
import { IconDownload, IconSend } from '../../kit/icons/icons.ts'
import { pickupCodeText } from '@waybill/domain/pickup-points/pickup-code'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { pin_actions, type PinAction } from '@waybill/domain/shipments/proof-of-delivery/pins'
import { proofWords } from '@waybill/domain/shipments/proof-words'
import { mayResendPin } from '@waybill/domain/shipments/proof-of-delivery/resend-pin'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { isAtPoint, isFor } from '@waybill/domain/shipments/statuses/status'
import { useState } from 'react'
import { call, endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { QrCode } from '../../kit/ui/values/QrCode.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import shared from '../detail.module.css'
import { EvidenceCheck } from './EvidenceCheck.tsx'
import styles from './pod-card.module.css'

/** The PINs that can be sent again: the text beside the button, its label and the endpoint. */
const pin_calls = {
  'resend-pod-pin': ['The receiver has lost the PIN?', 'Send PIN again', shipmentsApi.resendPodPin],
  'resend-pickup-pin': [
    'The receiver has lost the PIN of the locker?',
    'Send pickup PIN again',
    shipmentsApi.resendPickupPin,
  ],
  'resend-dropoff-pin': [
    'The sender has lost the PIN of the locker?',
    'Send drop-off PIN again',
    shipmentsApi.resendDropoffPin,
  ],
} as const

/** Width and height of the QR code of a PIN, px. */
const pin_qr_size = 132

const methods = { 'pin-with-fallback': 'PIN with fallback', grv: 'Signed document (GRV)' } as const

/** Opens the digital proof of delivery as PDF in a new tab. */
export async function openDigitalPod(shipmentId: number): Promise<void> {
  try {
    const { url } = await call(shipmentsApi.digitalPod, { shipment_id: shipmentId })
    openTab(url)
  } catch (thrown) {
    showError(thrown, 'The proof of delivery could not be made')
  }
}

/** The proof of delivery method, the PIN if the viewer may see it, and the evidence after delivery. */
export function PodCard({ shipment }: { shipment: Shipment }) {
  const me = useMe()
  const [isBusy, setBusy] = useState(false)
  const isDelivered = isFor('delivered', shipment.status)
  const query = useQuery({
    ...endpointQuery(shipmentsApi.pod, { shipment_id: shipment.id }),
    enabled: (isDelivered || shipment.has_pod_files) && mayCall(me, shipmentsApi.pod),
  })
  const open = async (): Promise<void> => {
    setBusy(true)
    await openDigitalPod(shipment.id)
    setBusy(false)
  }
  return (
    <Card
      title="Proof of delivery"
      actions={
        isDelivered && mayCall(me, shipmentsApi.digitalPod) ? (
          <Button size="xs" icon={IconDownload} busy={isBusy} onClick={() => open()}>
            PDF
          </Button>
        ) : undefined
      }
    >
      <div className={shared.lines}>
        <div className={shared.line}>
          <span>{methods[shipment.pod_method]}</span>
          {shipment.proof_of_delivery_pin && (
            <span>
              PIN <b className="mono">{shipment.proof_of_delivery_pin}</b>
            </span>
          )}
        </div>
        {shipment.proof_of_delivery_pin && isAtPoint(shipment.status) && (
          <QrCode
            text={pickupCodeText({
              reference: shipment.short_tracking_reference,
              pin: shipment.proof_of_delivery_pin,
            })}
            size={pin_qr_size}
            label="QR code of the reference and the PIN, to show at the pickup point"
          />
        )}
        {pin_actions.map((action) => (
          <ResendPin key={action} action={action} shipment={shipment} />
        ))}
        {query.isPending && query.isFetching && <Loading lines={2} />}
        {query.error && (
          <RegionError thrown={query.error} what="Proof of delivery" onRetry={() => void query.refetch()} />
        )}
        {query.data?.map((event) => (
          <div key={event.id}>
            <p>{proofWords(event) || 'Delivered.'}</p>
            <p className={shared.quiet}>
              {[formatDateTime(event.date), event.location].filter(Boolean).join(' · ')}
            </p>
            {event.images.length > 0 && (
              <div className={styles.images}>
                {event.images.map((image, index) => (
                  <a key={image.file_name} href={image.url} target="_blank" rel="noopener">
                    <img
                      className={styles.imagesImage}
                      src={image.url}
                      alt={`Proof of delivery ${index + 1} of ${event.images.length}`}
                      loading="lazy"
                    />
                  </a>
                ))}
              </div>
            )}
            {event.pdfs.map((pdf) => (
              <p key={pdf.file_name}>
                <a href={pdf.url} target="_blank" rel="noopener">
                  {pdf.display_name || pdf.file_name}
                </a>
              </p>
            ))}
          </div>
        ))}
        <EvidenceCheck shipmentId={shipment.id} />
      </div>
    </Card>
  )
}

/** Button for sending a PIN again; renders nothing if that is not possible at the moment. */
function ResendPin({ action, shipment }: { action: PinAction; shipment: Shipment }) {
  const me = useMe()
  const [question, label, endpoint] = pin_calls[action]
  const resend = useEndpointMutation(endpoint, {
    refresh: [shipmentsApi.detail],
    done: ({ message }) => toast.success(message),
    failed: (thrown) => showError(thrown, 'The PIN was not sent'),
  })
  if (!mayCall(me, endpoint) || mayResendPin(me, action, shipment) !== true) return null
  return (
    <div className={shared.line}>
      <span className={shared.quiet}>{question}</span>
      <Button
        size="xs"
        icon={IconSend}
        busy={resend.isPending}
        onClick={() => resend.mutate({ id: shipment.id })}
      >
        {label}
      </Button>
    </div>
  )
}
