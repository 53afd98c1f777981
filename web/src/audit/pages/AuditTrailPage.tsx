import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconRefresh } from '../../kit/icons/icons.ts'
import { auditApi } from '@waybill/domain/audit/api'
import { audit_types, type AuditEvent } from '@waybill/domain/audit/model'
import { hasPermission } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Option } from '../../kit/form/choices/options.ts'
import { useMe } from '../../kit/session/me.ts'
import { FilterBar } from '../../kit/table/filters/FilterBar.tsx'
import { FilterChips } from '../../kit/table/filters/FilterChips.tsx'
import { Pager } from '../../kit/table/Pager.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError, ThinBar } from '../../kit/ui/states/States.tsx'
import { ArchivedEntries } from '../ArchivedEntries.tsx'
import { AuditEntry } from '../AuditEntry.tsx'
import shared from '../audit.module.css'
import styles from './audit-trail-page.module.css'
import { auditTypeName } from '../audit-lines.ts'

const type_options: readonly Option<string>[] = audit_types
  .map((value) => ({ value, label: auditTypeName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** The page folder for each type that has pages, and the permission that its pages require. */
const addresses: Partial<Record<string, { folder: string; needs: string }>> = {
  shipment: { folder: '/shipments', needs: 'API_/shipments:GET' },
  account: { folder: '/accounts', needs: 'API_/accounts:GET' },
  account_setting: { folder: '/accounts', needs: 'API_/accounts:GET' },
  invoice: { folder: '/accounts/invoices', needs: 'API_/billing/invoices:GET' },
  credit_note: { folder: '/accounts/credit-notes', needs: 'API_/billing/credit-notes:GET' },
  user: { folder: '/users', needs: 'API_/users:GET' },
  role: { folder: '/roles', needs: 'API_/roles:GET' },
}

/** Lists all changes of the company, newest first, filtered by type, record, user and time (AUD-001, AUD-007). */
export default function AuditTrailPage() {
  const [typed, setTyped] = useState('')
  const [people, setPeople] = useState<readonly string[]>([])
  const personOptions = [...new Set([...(typed.trim() ? [typed.trim()] : []), ...people])]
    .filter((one) => one.toLowerCase().includes(typed.trim().toLowerCase()))
    .map((value) => ({ value, label: value }))
  const list = useList({
    name: 'audit-trail',
    filters: [
      { key: 'type', label: 'Type', kind: 'choice', pinned: true, single: true, options: type_options },
      { key: 'when', label: 'Changed', kind: 'date', pinned: true },
      {
        key: 'by',
        label: 'Changed by',
        kind: 'choice',
        single: true,
        options: personOptions,
        onSearch: setTyped,
      },
    ],
  })
  const between = list.between('when')
  const query = useQuery({
    ...endpointQuery(auditApi.events, {
      limit: list.input.limit,
      offset: list.input.offset,
      type: list.chosen('type')[0],
      source: list.chosen('by')[0],
      object_id: list.search || undefined,
      from: between?.from,
      to: between ? new Date(between.until.getTime() + 1000) : undefined,
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const entries = query.data?.audit_events ?? []
  const found = [...new Set([...people, ...entries.map((entry) => entry.source)])]
  if (found.length > people.length) setPeople(found)
  const total = query.data?.count ?? 0
  const archivedBefore = query.data?.archived_before
  return (
    <Page width="detail">
      <PageHeader title="Audit trail" count={query.data?.count} />
      <FilterBar
        list={list}
        searchHint="Id of the record"
        total={query.data?.count}
        end={
          <Button icon={IconRefresh} data-shortcut="r" onClick={() => query.refetch()}>
            Refresh
          </Button>
        }
      />
      <FilterChips list={list} />
      <Card flush>
        <ThinBar active={query.isFetching && !query.isPending} />
        <div className={styles.page} aria-busy={query.isFetching}>
          {query.isPending && <Loading lines={8} onRetry={() => void query.refetch()} />}
          {query.error && (
            <RegionError
              thrown={query.error}
              what="The audit trail could not be loaded"
              onRetry={() => void query.refetch()}
            />
          )}
          {query.data && entries.length === 0 && !archivedBefore && (
            <EmptyState title="No audit trail found.">
              {list.isFiltered
                ? 'No change fits these filters.'
                : 'Every change of the company is listed here.'}
            </EmptyState>
          )}
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} about={<About of={entry} />} />
          ))}
          {archivedBefore && list.input.offset + entries.length >= total && (
            <ArchivedEntries
              key={`${list.chosen('type')[0]} ${list.search}`}
              before={archivedBefore}
              type={list.chosen('type')[0]}
              object_id={list.search || undefined}
              aboutOf={(entry) => <About of={entry} />}
            />
          )}
          {total > 0 && (
            <div className={styles.foot}>
              <Pager
                list={list}
                total={total}
                onTurn={() => document.getElementById('content')?.scrollTo(0, 0)}
              />
            </div>
          )}
        </div>
      </Card>
    </Page>
  )
}

/** Names what was changed, with a link to its page when there is one that the user may open. */
function About({ of: { audit_type, audit_object_id, object_name, type } }: { of: AuditEvent }) {
  const me = useMe()
  const page = addresses[audit_type]
  const isPart = type !== audit_type && !['app_user', 'payment_allocation'].includes(type)
  const words = [auditTypeName(audit_type), object_name || audit_object_id].join(' ')
  return (
    <span className={shared.about}>
      {page && hasPermission(me, page.needs) ? (
        <AppLink className={styles.aboutLink} to={`${page.folder}/${audit_object_id}`}>
          {words}
        </AppLink>
      ) : (
        words
      )}
      {isPart && `, ${auditTypeName(type).toLowerCase()}`}
    </span>
  )
}
