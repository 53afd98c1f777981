import { useQuery } from '@tanstack/react-query'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/texts/format'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { quote_disclaimer } from '@waybill/domain/rates/settings'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { endpointQuery, ApiError } from '../../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { PayShipment } from '../../payments/index.ts'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ChargesCard } from '../pricing/ChargesCard.tsx'
import styles from './quote-page.module.css'
import { ParcelTable } from '../ParcelTable.tsx'
import { RouteCard } from '../collection-and-delivery/RouteCard.tsx'
import { ShipmentStatusBadge } from '../statuses/ShipmentStatusBadge.tsx'

const nobody: ReadonlyMap<string, string> = new Map()
const back = { to: '/shipment-quotes', label: 'Quotes' }

/** A quote: route and parcels, price with explanation, validity, and a button for sending it (RATE-020). */
export default function QuotePage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({ ...endpointQuery(quotesApi.one, { id }), enabled: Number.isSafeInteger(id) })
  const isUnknown = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  if (!Number.isSafeInteger(id) || isUnknown) throw new PageNotFound()
  return (
    <Page width="detail">
      {query.data ? (
        <PageContent quote={query.data} />
      ) : (
        <>
          <PageHeader title="Quote" back={back} />
          {query.error ? (
            <RegionError thrown={query.error} what="This quote" onRetry={() => void query.refetch()} />
          ) : (
            <Loading lines={12} onRetry={() => void query.refetch()} />
          )}
        </>
      )}
    </Page>
  )
}

function PageContent({
  quote: { shipment, quote_reference, bank_reference, valid_until },
}: {
  quote: Output<typeof quotesApi.one>
}) {
  const me = useMe()
  const go = useGo()
  const disclaimer = useSetting(quote_disclaimer)
  const maySend = !isStaff(me) && hasPermission(me, 'INLINE_see_billing_info')
  const isExpired = shipment.status === 'quote-expired'
  return (
    <>
      <PageHeader
        title={quote_reference}
        mono
        back={back}
        badge={<ShipmentStatusBadge status={shipment.status} size="large" />}
        note={[shipment.service_level_name, isStaff(me) ? shipment.account.name : '']
          .filter(Boolean)
          .join(' · ')}
        actions={
          (mayCall(me, shipmentsApi.create) || mayCall(me, quotesApi.create)) && (
            <ButtonLink to={`/shipments/new?requote=${shipment.id}`}>Change and quote again</ButtonLink>
          )
        }
      />
      {isExpired && (
        <Notice variant="warning">
          {`This price was valid until ${formatDate(valid_until)}. We calculate a new price when you send the quote, and show it to you first.`}
        </Notice>
      )}
      <Columns
        main={
          <>
            <RouteCard shipment={shipment} people={nobody} hubs={[]} />
            <ParcelTable shipment={shipment} />
          </>
        }
        side={
          <>
            <ChargesCard shipment={shipment} />
            {maySend && (
              <Card title="Send this quote">
                <PayShipment shipment_id={shipment.id} onPaid={() => go(`/shipments/${shipment.id}`)} />
              </Card>
            )}
            <Card title="Quote">
              <Facts
                of={[
                  ['Quoted', <When key="quoted" at={shipment.time_created} />],
                  ['Valid until', formatDate(valid_until)],
                  ['Account', `${shipment.account.name} (${shipment.account.account_code})`],
                  ['Reference for bank transfer', bank_reference],
                ]}
              />
              {disclaimer && <p className={styles.disclaimer}>{disclaimer}</p>}
            </Card>
          </>
        }
      />
    </>
  )
}
