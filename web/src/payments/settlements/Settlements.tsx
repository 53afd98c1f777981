import { formatRand } from '@waybill/domain/kit/money'
import { gatewayTitle } from '@waybill/domain/payments/gateway-list'
import { settlement_difference_words } from '@waybill/domain/payments/settlement'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { dayText, SettlementBadge, type useSettlements } from './use-settlements.tsx'

/** The lines of settlement reports, each with the payment that it is about and how it differs. */
export function Settlements({ of: settlements }: { of: ReturnType<typeof useSettlements> }) {
  const unsettled = settlements.answer?.unsettled
  return (
    <Stack>
      {unsettled !== undefined && unsettled.count > 0 && (
        <Notice variant="warning">
          {`${unsettled.count === 1 ? '1 payment' : `${unsettled.count} payments`} of together ${formatRand(unsettled.received)} ${unsettled.count === 1 ? 'is' : 'are'} in no report of the gateway. Import the missing report, or ask the gateway for the money. `}
          <AppLink to="/billing/payments?unsettled=true">Show these payments</AppLink>
        </Notice>
      )}
      <DataTable
        {...settlements}
        name="settlements"
        caption="Settlements"
        searchHint="PMT or id at the gateway"
        idOf={({ id }) => id}
        linkOf={({ payment_reference, gateway_reference }) =>
          `/billing/payments?q=${encodeURIComponent(payment_reference ?? gateway_reference)}`
        }
        card={(line) => ({
          title: line.payment_reference ?? (line.gateway_reference || line.custom_id),
          badge: <SettlementBadge of={line} />,
          lines: [
            <>
              <Money cents={line.gross} /> · fee <Money cents={line.fee} /> · {gatewayTitle(line.gateway)}
            </>,
            dayText(line),
            ...(line.difference === '' ? [] : [settlement_difference_words[line.difference]]),
          ],
        })}
        remark={settlements.answer && `${formatRand(settlements.answer.total_fee)} fees`}
        empty={{
          title: 'No settlements yet.',
          text: 'Import the report of a gateway: each line is matched to a payment, and its fee is posted.',
        }}
      />
    </Stack>
  )
}
