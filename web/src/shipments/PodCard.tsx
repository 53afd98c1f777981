import { useQuery } from '@tanstack/react-query'
import { IconDownload, IconSend } from '@tabler/icons-react'
import { formatDateTime } from '@waybill/domain/kit/format'
import { mayResendPodPin } from '@waybill/domain/shipments/resend-pin'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { isFor } from '@waybill/domain/shipments/status'
import { useState } from 'react'
import { call, reading, useSend } from '../kit/api/index.ts'
import { showError } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { openTab } from '../kit/layers/open-tab.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Card } from '../kit/ui/Card.tsx'
import { Loading, RegionError } from '../kit/ui/States.tsx'
import styles from './detail.module.css'

const methods = { 'pin-with-fallback': 'PIN with fallback', grv: 'Signed document (GRV)' } as const

/** Opens the digital proof of delivery as PDF. */
export async function openDigitalPod(shipment_id: number): Promise<void> {
  try {
    const { url } = await call(shipmentsApi.digitalPod, { shipment_id })
    openTab(url)
  } catch (thrown) {
    showError(thrown, 'The proof of delivery could not be made')
  }
}

/** How delivery is proved, the PIN for who was given it, and the evidence once delivered. */
export function PodCard({ shipment }: { shipment: Shipment }) {
  const me = useMe()
  const [isBusy, setBusy] = useState(false)
  const isDelivered = isFor('delivered', shipment.status)
  const query = useQuery({
    ...reading(shipmentsApi.pod, { shipment_id: shipment.id }),
    enabled: (isDelivered || shipment.has_pod_files) && mayCall(me, shipmentsApi.pod),
  })
  const resend = useSend(shipmentsApi.resendPodPin, {
    refresh: [shipmentsApi.detail],
    done: ({ message }) => toast.success(message),
    failed: (thrown) => showError(thrown, 'The PIN was not sent'),
  })
  const canResend = mayCall(me, shipmentsApi.resendPodPin) && mayResendPodPin(me, shipment) === true
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
          <Button size="xs" icon={IconDownload} busy={isBusy} onClick={() => void open()}>
            PDF
          </Button>
        ) : undefined
      }
    >
      <div className={styles.lines}>
        <div className={styles.line}>
          <span>{methods[shipment.pod_method]}</span>
          {shipment.proof_of_delivery_pin && (
            <span>
              PIN <b className="mono">{shipment.proof_of_delivery_pin}</b>
            </span>
          )}
        </div>
        {canResend && (
          <div className={styles.line}>
            <span className={styles.quiet}>The receiver has lost the PIN?</span>
            <Button
              size="xs"
              icon={IconSend}
              busy={resend.isPending}
              onClick={() => resend.mutate({ id: shipment.id })}
            >
              Send PIN again
            </Button>
          </div>
        )}
        {query.isPending && query.isFetching && <Loading lines={2} />}
        {query.error && (
          <RegionError thrown={query.error} what="Proof of delivery" onRetry={() => void query.refetch()} />
        )}
        {query.data?.map((event) => (
          <div key={event.id}>
            <p>{event.message || 'Delivered.'}</p>
            <p className={styles.quiet}>
              {[formatDateTime(event.date), event.location].filter(Boolean).join(' · ')}
            </p>
            {event.images.length > 0 && (
              <div className={styles.images}>
                {event.images.map((image, index) => (
                  <a key={image.file_name} href={image.url} target="_blank" rel="noopener">
                    <img
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
      </div>
    </Card>
  )
}
