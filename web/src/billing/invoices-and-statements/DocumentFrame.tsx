import { IconDownload } from '../../kit/icons/icons.ts'
import type { BillingTransaction } from '@waybill/domain/billing/model'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/texts/format'
import type { Cents } from '@waybill/domain/kit/money'
import type { ReactNode } from 'react'
import { ApiError } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ExportMenu } from '../../kit/table/export/ExportMenu.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import type { TableQuery } from '../../kit/table/table-props.ts'
import type { List } from '../../kit/table/use-list.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import shared from '../billing.module.css'
import styles from './document-frame.module.css'
import { dayColumn } from '../billing-columns.tsx'
import type { AnyDocument } from './document-list.tsx'
import type { DocumentState } from './document-state.ts'
import { StateBadge } from './DocumentBadge.tsx'
import { ReferenceLink } from '../ReferenceLink.tsx'

/** Page of one document with its loading, error and not-found states. */
export function DocumentFrame<Found>({
  query,
  found,
  what,
  children,
}: {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown }
  found: Found | undefined
  /** Noun for messages, for example 'invoice'. */
  what: string
  children: (found: Found) => ReactNode
}) {
  if (found) return children(found)
  const isMissing = !query.isPending && (!query.error || isNotFound(query.error))
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return (
    <Page width="detail">
      <PageHeader title={isMissing ? `This ${what} does not exist` : title} />
      {isMissing ? (
        <EmptyState title={`There is no such ${what}, or you may not see it.`}>
          Check the number and search for it again.
        </EmptyState>
      ) : query.error ? (
        <RegionError thrown={query.error} what={`The ${what}`} onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </Page>
  )
}

function isNotFound(thrown: Error): boolean {
  return thrown instanceof ApiError && (thrown.status === 404 || thrown.status === 400)
}

/** Header, lines and side column of a document page, with a button that opens the printed document. */
export function DocumentLayout({
  document,
  kind,
  state,
  onPdf,
  isBusy,
  actions,
  lines,
  amounts,
  facts,
  more,
}: {
  document: AnyDocument
  /**
   * The document title, the label of the full list, and the tabs that list these documents for staff and for
   * customers.
   */
  kind: { title: string; all: string; staff_tab: string; tab: string }
  state: DocumentState
  onPdf: () => void
  isBusy: boolean
  /** Buttons before the download. */
  actions?: ReactNode
  lines: ReactNode
  amounts: readonly Amounted[]
  facts: readonly (readonly [string, ReactNode])[]
  /** Further cards of the side column. */
  more?: ReactNode
}) {
  const me = useMe()
  const viewerIsStaff = isStaff(me)
  const { account_id, account_name, account_code } = document
  return (
    <Page width="detail">
      <PageHeader
        title={document.doc_display_id}
        mono
        badge={<StateBadge of={state} size="large" />}
        note={viewerIsStaff && <AppLink to={`/accounts/${account_id}`}>{account_name}</AppLink>}
        back={
          viewerIsStaff
            ? { to: `/billing${kind.staff_tab}`, label: 'Billing' }
            : { to: `/account?tab=${kind.tab}`, label: kind.all }
        }
        actions={actions}
        primary={
          <Button variant="primary" icon={IconDownload} busy={isBusy} onClick={onPdf}>
            Download PDF
          </Button>
        }
      />
      <div className={cx(shared.wide, styles.sumsFirst)}>
        <Columns
          main={lines}
          side={
            <>
              <Card title="Amounts" className={shared.dense}>
                <Totals of={amounts} />
              </Card>
              <Card title={kind.title} className={shared.dense}>
                <Facts split of={[['Account', `${account_name} (${account_code})`], ...facts]} />
              </Card>
              {more}
            </>
          }
        />
      </div>
    </Page>
  )
}

/** Table of the lines of a document, with an export of all of them; `amountOf` returns the amount that a line adds to it, in cents. */
export function DocumentLines<Line extends BillingTransaction>({
  what,
  list,
  query,
  lines,
  total,
  columns,
  amountOf,
  fetchAll,
}: {
  what: string
  list: List
  query: TableQuery
  lines: readonly Line[] | undefined
  total: number | undefined
  columns: readonly Column<Line>[]
  amountOf: (line: Line) => Cents
  fetchAll: () => Promise<readonly Line[]>
}) {
  const name = `${what.replace(' ', '-')}-lines`
  return (
    <Card
      title="Lines"
      note={total !== undefined && `${total}`}
      actions={<ExportMenu name={name} columns={columns} rows={lines ?? []} fetchAll={fetchAll} />}
      flush
    >
      <DataTable
        name={name}
        caption={`Lines of the ${what}`}
        inCard
        columns={columns}
        rows={lines}
        total={total}
        idOf={(line) => line.id}
        query={query}
        list={list}
        card={(line) => ({
          title: descriptionOf(line),
          badge: <Money cents={amountOf(line)} />,
          lines: [
            [
              formatDate(line.transaction_date),
              line.shipment_reference,
              'service_level_code' in line ? `${line.service_level_code}` : '',
            ]
              .filter(Boolean)
              .join(' · '),
          ],
        })}
        empty={{ title: `This ${what} has no lines.` }}
      />
    </Card>
  )
}

function descriptionOf(line: BillingTransaction): string {
  return line.description ?? transaction_types[line.type].label
}

/** Columns for the date, description and shipment of a line. */
export function lineColumns<Line extends BillingTransaction>(widths: {
  description: number
  shipment: number
}): readonly Column<Line>[] {
  return [
    dayColumn('date', 'Date', (line) => line.transaction_date, 'transaction_date'),
    textColumn('description', 'Description', widths.description, descriptionOf),
    textColumn('shipment', 'Shipment', widths.shipment, (line) => line.shipment_reference, {
      cell: (line) => (
        <ReferenceLink to={`/shipments/${line.shipment_id}`}>{line.shipment_reference}</ReferenceLink>
      ),
    }),
  ]
}

/** A label and its amount in cents; `true` marks a total. */
export type Amounted = readonly [string, Cents, boolean?]

/** List of amounts; totals are emphasised. */
function Totals({ of: amounts }: { of: readonly Amounted[] }) {
  return (
    <dl className={styles.totals}>
      {amounts.map(([name, cents, isStrong]) => (
        <Amount key={name} name={name} cents={cents} isStrong={isStrong ?? false} />
      ))}
    </dl>
  )
}

function Amount({ name, cents, isStrong }: { name: string; cents: Cents; isStrong: boolean }) {
  const emphasis = isStrong ? styles.strong : undefined
  return (
    <>
      <dt className={cx(emphasis, styles.totalsTerm)}>{name}</dt>
      <dd className={cx(emphasis, styles.totalsValue)}>
        <Money cents={cents} />
      </dd>
    </>
  )
}
