import type { PayableShipment, PaymentState } from '@waybill/domain/payments/model'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import type { ReactNode } from 'react'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Steps } from '../../kit/ui/page-layout/Steps.tsx'
import { None, Reference } from '../../kit/ui/values/Value.tsx'
import { isPaymentInProgress } from '../use-payment-status.ts'
import { PaymentSoFar } from './PaymentSoFar.tsx'
import { PayShipment } from './PayShipment.tsx'

/** The steps from a booking to its label, for a shipment that is paid first. */
export const payment_steps = ['Booked', 'Payment', 'Label'] as const

/**
 * Page of a shipment that waits for its payment: the payment so far and the ways to pay, beside what is paid for. No
 * ways to pay are offered while a gateway has the payment, so that nobody pays twice.
 */
export function UnpaidShipment({
  title,
  shipment,
  payment,
  payment_reference,
  isOver,
  isCancelled = false,
  links,
  children,
}: {
  title: string
  shipment: PayableShipment
  payment: PaymentState | null
  payment_reference: string | undefined
  /** Whether the page has stopped polling. */
  isOver: boolean
  isCancelled?: boolean
  /** Where the payer can go from here, below what is paid for. */
  links: ReactNode
  /** More about the shipment, below its data. */
  children?: ReactNode
}) {
  const { id, reference, status, from, to, service_level_name, place_change: place } = shipment
  return (
    <Page width="form">
      <PageHeader title={title} />
      {place === null && <Steps of={payment_steps} at={1} />}
      <Columns
        pinned
        main={
          <Card title="Payment">
            <Stack>
              {place && (
                <p>
                  We send the parcel to {place.words}. <a href={place.page}>Choose another place</a>
                </p>
              )}
              <PaymentSoFar
                payment={payment}
                isOver={isOver}
                isCancelled={isCancelled}
                isPlace={place !== null}
              />
              {!(payment && isPaymentInProgress(payment)) && (
                <PayShipment shipment_id={id} payment_reference={payment_reference} />
              )}
            </Stack>
          </Card>
        }
        side={
          <Card title="Shipment">
            <Stack>
              <Facts
                of={[
                  ['Reference', <Reference key="reference" of={reference} copy="always" />],
                  ['Status', statusLabel(status)],
                  ['From', from || <None key="from" />],
                  ['To', to || <None key="to" />],
                  ['Service', service_level_name || <None key="service" />],
                ]}
              />
              {children}
              {links}
            </Stack>
          </Card>
        }
      />
    </Page>
  )
}
