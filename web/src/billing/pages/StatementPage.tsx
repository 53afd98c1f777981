import { IconDownload, IconMail } from '../../kit/icons/icons.ts'
import { billingApi } from '@waybill/domain/billing/api'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import type { Statement, StatementLine } from '@waybill/domain/billing/model'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { isStaff } from '@waybill/domain/kit/actor'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useMemo } from 'react'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { Figure } from '../balance/Figure.tsx'
import shared from '../billing.module.css'
import { dayColumn } from '../billing-columns.tsx'
import { useSending } from '../deliveries/use-deliveries.tsx'
import { useDocument } from '../invoices-and-statements/open-document.ts'
import { periodKeyOf, periodOf, periods, type Period } from '../invoices-and-statements/period.ts'
import { useStatement } from '../invoices-and-statements/use-statement.ts'

const columns: readonly Column<StatementLine>[] = [
  dayColumn('date', 'Date', (row) => row.transaction_date),
  textColumn('description', 'Description', 280, descriptionOf),
  textColumn('document', 'Document', 112, (row) => row.doc_display_id ?? '', { quiet: true }),
  textColumn('reference', 'Shipment', 112, (row) => row.shipment_reference, { quiet: true }),
  moneyColumn('amount', 'Amount', 120, (row) => row.amount),
  moneyColumn('balance', 'Balance', 132, (row) => row.running_balance),
]

function descriptionOf(row: StatementLine): string {
  return row.description ?? transaction_types[row.type].label
}

/** The statement of an account on screen, as of today: opening balance, transactions with the balance after each, ageing. */
export default function StatementPage() {
  const me = useMe()
  const named = Number(usePathPart('id'))
  const accountId = me.account_id ?? named
  const { values, set } = useSearchState()
  const key = periodKeyOf(values.period)
  const period = useMemo(() => periodOf(key, new Date()), [key])
  const query = useStatement(accountId, period)
  const { data, error } = query
  const back = isStaff(me)
    ? { to: `/accounts/${accountId}?tab=billing`, label: 'Account' }
    : { to: '/account?tab=billing', label: 'Billing' }
  return (
    <Page width="detail">
      <PageHeader
        title="Statement of account"
        note={data && `${data.account_name} (${data.account_code})`}
        back={back}
        primary={<Buttons account_id={accountId} period={period} />}
      />
      <Tabs
        label="Period"
        tabs={periods.map(([one, label]) => ({ key: one, label }))}
        chosen={key}
        onChoose={(one) => set({ period: one === 'month' ? undefined : one })}
      />
      {error && !data ? (
        <RegionError thrown={error} what="The statement" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading lines={8} />
      ) : (
        <StatementParts of={data} query={query} />
      )}
    </Page>
  )
}

function Buttons({ account_id, period }: { account_id: number; period: Period }) {
  const me = useMe()
  const document = useDocument('The statement')
  const send = useSending()
  const { from, until } = period
  return (
    <Row>
      {isStaff(me) && mayCall(me, deliveriesApi.send) && (
        <Button
          icon={IconMail}
          busy={send.isPending}
          onClick={() =>
            send.mutate({
              kind: 'statement',
              ids: [account_id],
              start_date: from,
              end_date: until,
              again: true,
            })
          }
        >
          E-mail it
        </Button>
      )}
      <Button
        variant="primary"
        icon={IconDownload}
        busy={document.isBusy}
        onClick={() =>
          void document.open(billingApi.statement, {
            account_id,
            start_date: startOfDay(from),
            end_date: startOfDay(until),
            pdf: true,
          })
        }
      >
        Download PDF
      </Button>
    </Row>
  )
}

function StatementParts({ of: statement, query }: { of: Statement; query: ReturnType<typeof useStatement> }) {
  const { opening_balance, closing_balance, total_debits, total_credits, ageing, transactions } = statement
  return (
    <Stack>
      <section className={shared.strip} aria-label="Figures of the statement">
        <Figure name={`Opening, ${formatDate(statement.start_date)}`}>
          <Money cents={opening_balance} />
        </Figure>
        <Figure name="Charges">
          <Money cents={total_debits} />
        </Figure>
        <Figure name="Payments and credits">
          <Money cents={total_credits} />
        </Figure>
        <Figure name={`Balance, ${formatDate(statement.end_date)}`} isMain>
          <Money cents={closing_balance} />
        </Figure>
      </section>
      <section className={shared.strip} aria-label="Open invoices by days past due">
        <Figure name="Not due">
          <Money cents={ageing.current} />
        </Figure>
        <Figure name="1–30 days">
          <Money cents={ageing.days_30} />
        </Figure>
        <Figure name="31–60 days">
          <Money cents={ageing.days_60} />
        </Figure>
        <Figure name="61–90 days">
          <Money cents={ageing.days_90} />
        </Figure>
        <Figure name="Over 90 days">
          <Money cents={ageing.days_120} />
        </Figure>
      </section>
      <Card title="Transactions" flush>
        <DataTable
          name="statement"
          caption="Transactions"
          inCard
          columns={columns}
          rows={transactions}
          idOf={(row) => row.id}
          query={query}
          card={(row) => ({
            title: descriptionOf(row),
            badge: <Money cents={row.amount} />,
            lines: [
              formatDate(row.transaction_date),
              <>
                Balance <Money cents={row.running_balance} />
              </>,
            ],
          })}
          empty={{ title: 'No transactions in this period.', text: 'The balance did not change.' }}
        />
      </Card>
    </Stack>
  )
}
